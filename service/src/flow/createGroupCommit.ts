import { Busy, isPassingFault } from '../values/faults.ts';

/** A caller that has waited this long is better off with an answer. */
const MAX_WAIT_MS = 2_000;

/** More waiting items would be answered too late anyway, and would cost memory. */
const MAX_WAITING = 2_000;

/** Larger groups hardly save round trips, and each item of a group waits for all others. */
const MAX_AT_ONCE = 200;

/** In bytes. A larger statement could take longer than a statement may, and then all of its callers fail. */
const MAX_SIZE = 4_000_000;

/** While one group is on its way to the disk, this process prepares another. */
const GROUPS_AT_ONCE = 2;

/** This many apps write at the same time, so one that waits for a lock or writes a lot doesn't stop the others. */
const APPS_AT_ONCE = 2;

/** While the database is away, what waits is tried again after this time. */
const RETRY_MS = 500;

/**
 * Calls `work` after everything that has arrived by now is handled, so it is written together. Node has `setImmediate`
 * for that; elsewhere the shortest timer does.
 */
const soon: (work: () => void) => unknown =
  'setImmediate' in globalThis ? globalThis.setImmediate : (work) => setTimeout(work, 0);

/** The timer doesn't keep the process alive. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, RETRY_MS);
    (timer as { unref?: () => void }).unref?.();
  });
}

/** Lets items wait in memory while the database can't write them. Their callers are answered in the meantime. */
interface KeepOptions<Result> {
  /** If more items wait, the oldest are dropped. */
  most: number;
  /** What the callers of waiting items get. */
  result: Result;
  /** Called with the number of items that wait in memory, whenever it changes. */
  onCount?: (inMemory: number) => void;
}

export interface GroupOptions<Item, Result> {
  /**
   * Whose item it is, such as the id of its app. All items of a group have the same owner, and owners take turns.
   * @default all have one owner
   */
  ownerOf?: (item: Item) => string;
  /** @default 200 */
  mostAtOnce?: number;
  /**
   * About how many bytes an item takes. One that is larger than `MAX_SIZE` goes alone.
   * @default none
   */
  sizeOf?: (item: Item) => number;
  /**
   * How many groups of one owner are written at a time.
   * @default 2
   */
  groupsAtOnce?: number;
  /** Without it, an item that can't be written now fails. With it, writing an item twice must do no harm. */
  keep?: KeepOptions<Result>;
}

export interface GroupCommit<Item, Result> {
  (item: Item): Promise<Result>;
  /** How many items of an owner wait in memory after their callers were answered. */
  inMemory: (owner: string) => number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  impatience: ReturnType<typeof setTimeout>;
  isInMemory: boolean;
}

/** What waits for one owner, and how many of its groups are being written. */
interface Queue<Each> {
  waiting: Set<Each>;
  running: number;
}

/**
 * Writes items that arrive together with one statement, and so with one commit; it can also read that way. Each caller
 * gets its own result once the commit is done. If the statement fails because of its content, its halves are tried
 * separately, down to the one item that can't be written: only its caller fails.
 *
 * Items of different owners are never written together. Owners take turns: if one sends more than all others, only that
 * one waits longer.
 *
 * With `keep`, items stay in the queue while the database can't write. As long as any item is kept, groups are written
 * one at a time and in order, and new items join the queue without keeping their callers waiting.
 */
export function createGroupCommit<Item, Result>(
  write: (items: Item[]) => Promise<readonly Result[]>,
  {
    ownerOf = () => '',
    mostAtOnce = MAX_AT_ONCE,
    sizeOf = () => 0,
    groupsAtOnce = GROUPS_AT_ONCE,
    keep,
  }: GroupOptions<Item, Result> = {}
): GroupCommit<Item, Result> {
  type Each = Waiting<Item, Result>;
  const queues = new Map<string, Queue<Each>>();
  let waiting = 0;
  let running = 0;
  let inMemory = 0;
  const inMemoryOf = new Map<string, number>();

  function queueOf(owner: string): Queue<Each> {
    const queue = queues.get(owner) ?? { waiting: new Set(), running: 0 };
    queues.set(owner, queue);
    return queue;
  }

  function remove(owner: string, each: Each): void {
    const queue = queues.get(owner);
    if (!queue?.waiting.delete(each)) return;
    waiting -= 1;
    if (queue.waiting.size === 0 && queue.running === 0) queues.delete(owner);
  }

  function changeInMemory({ item }: Each, by: 1 | -1): void {
    inMemory += by;
    const left = (inMemoryOf.get(ownerOf(item)) ?? 0) + by;
    if (left === 0) inMemoryOf.delete(ownerOf(item));
    else inMemoryOf.set(ownerOf(item), left);
    keep?.onCount?.(inMemory);
  }

  function settle(each: Each, answer: () => void): void {
    clearTimeout(each.impatience);
    if (each.isInMemory) changeInMemory(each, -1);
    answer();
  }

  function keepWaiting(each: Each, { result }: KeepOptions<Result>): void {
    if (each.isInMemory) return;
    clearTimeout(each.impatience);
    each.isInMemory = true;
    each.resolve(result);
    changeInMemory(each, 1);
  }

  /** Drops the oldest items of the owner that has the most. */
  function dropOldest({ most }: KeepOptions<Result>): void {
    while (waiting > most) {
      const [owner, queue] = [...queues].reduce((one, other) =>
        other[1].waiting.size > one[1].waiting.size ? other : one
      );
      const [oldest] = queue.waiting;
      if (!oldest) return;
      remove(owner, oldest);
      settle(oldest, () => oldest.reject(new Busy()));
    }
  }

  function losePatience(owner: string, each: Each): void {
    if (keep) return keepWaiting(each, keep);
    remove(owner, each);
    each.reject(new Busy());
  }

  /** Returns whether the database answers. */
  async function commit(owner: string, group: readonly Each[]): Promise<boolean> {
    try {
      const results = await write(group.map(({ item }) => item));
      group.forEach((each, position) => settle(each, () => each.resolve(results[position] as Result)));
      return true;
    } catch (error) {
      const isAway = isPassingFault(error);
      if (isAway && keep) {
        for (const each of group) keepWaiting(each, keep);
        const queue = queueOf(owner);
        queue.waiting = new Set([...group, ...queue.waiting]);
        waiting += group.length;
        dropOldest(keep);
        return false;
      }
      if (group.length === 1 || isAway) {
        for (const each of group) settle(each, () => each.reject(error));
        return !isAway;
      }
      const middle = Math.ceil(group.length / 2);
      const isThere = await commit(owner, group.slice(0, middle));
      return (await commit(owner, group.slice(middle))) && isThere;
    }
  }

  /** Takes the next group of the owner whose turn it is, and puts that owner behind all others. */
  function takeGroup(): { owner: string; queue: Queue<Each>; group: Each[] } | null {
    for (const [owner, queue] of queues) {
      if (queue.waiting.size === 0 || queue.running >= groupsAtOnce) continue;
      const group: Each[] = [];
      let size = 0;
      for (const each of queue.waiting) {
        size += sizeOf(each.item);
        if (group.length === mostAtOnce || (group.length > 0 && size > MAX_SIZE)) break;
        group.push(each);
        // With `keep`, a caller can be answered while its group is being written.
        if (!keep) clearTimeout(each.impatience);
        queue.waiting.delete(each);
      }
      waiting -= group.length;
      queues.delete(owner);
      queues.set(owner, queue);
      return { owner, queue, group };
    }
    return null;
  }

  async function work(): Promise<void> {
    running += 1;
    for (;;) {
      await new Promise<void>((resolve) => soon(resolve));
      if (inMemory > 0 && running > 1) break;
      const next = takeGroup();
      if (!next) break;
      const { owner, queue, group } = next;
      queue.running += 1;
      const isThere = await commit(owner, group);
      queue.running -= 1;
      if (queue.waiting.size === 0 && queue.running === 0) queues.delete(owner);
      if (keep && !isThere) await pause();
    }
    running -= 1;
  }

  function add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const owner = ownerOf(item);
      const ownWaiting = queues.get(owner)?.waiting.size ?? 0;
      // An owner with less than an equal share is let in.
      if (inMemory === 0 && waiting >= MAX_WAITING && ownWaiting * queues.size >= MAX_WAITING)
        return reject(new Busy());
      const impatience = setTimeout(() => losePatience(owner, each), MAX_WAIT_MS);
      const each: Each = { item, resolve, reject, impatience, isInMemory: false };
      const queue = queueOf(owner);
      queue.waiting.add(each);
      waiting += 1;
      if (keep && inMemory > 0) {
        keepWaiting(each, keep);
        dropOldest(keep);
      }
      const mostRunning = inMemory > 0 ? 1 : APPS_AT_ONCE * groupsAtOnce;
      if (queue.running < groupsAtOnce && running < mostRunning) void work();
    });
  }

  return Object.assign(add, { inMemory: (owner: string) => inMemoryOf.get(owner) ?? 0 });
}
