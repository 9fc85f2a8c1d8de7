import { Busy, isPassingFault } from '../values/faults.ts';

/** A caller that has waited this long is better off with an error. */
const LONGEST_WAIT_MS = 2_000;

/** More waiting items would be answered too late anyway, and would cost memory. */
const MOST_WAITING = 2_000;

/** Fewer items are already worth a round trip, and in a group each item waits for all others. */
const MOST_AT_ONCE = 200;

/** While one group is on its way to the disk, this process prepares another. */
const GROUPS_AT_ONCE = 2;

/**
 * Calls `work` once everything that has arrived by now is handled, so that it goes together. Node has `setImmediate` for
 * that; elsewhere the shortest timer does.
 */
const soon: (work: () => void) => unknown =
  'setImmediate' in globalThis ? globalThis.setImmediate : (work) => setTimeout(work, 0);

export interface GroupOptions {
  /** @default 200 */
  mostAtOnce?: number;
  /** @default 2 */
  groupsAtOnce?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  impatience: ReturnType<typeof setTimeout>;
}

/**
 * Writes items that arrive together with one statement, and so with one commit; it can also read that way. Each caller
 * gets its own result once the commit is done. If the statement fails because of what is in it, its halves are tried
 * separately, down to the one item that can't be written: only its caller fails.
 */
export function createGroupCommit<Item, Result>(
  write: (items: Item[]) => Promise<readonly Result[]>,
  { mostAtOnce = MOST_AT_ONCE, groupsAtOnce = GROUPS_AT_ONCE }: GroupOptions = {}
): (item: Item) => Promise<Result> {
  const waiting = new Set<Waiting<Item, Result>>();
  let running = 0;

  async function commit(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(group.map(({ item }) => item));
      group.forEach(({ resolve }, position) => resolve(results[position] as Result));
    } catch (error) {
      if (group.length === 1 || isPassingFault(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      const middle = Math.ceil(group.length / 2);
      await commit(group.slice(0, middle));
      await commit(group.slice(middle));
    }
  }

  async function work(): Promise<void> {
    running += 1;
    for (;;) {
      await new Promise<void>((resolve) => soon(resolve));
      if (waiting.size === 0) break;
      const group = [...waiting].slice(0, mostAtOnce);
      for (const each of group) {
        clearTimeout(each.impatience);
        waiting.delete(each);
      }
      await commit(group);
    }
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.size >= MOST_WAITING) return reject(new Busy());
      const impatience = setTimeout(() => {
        waiting.delete(each);
        reject(new Busy());
      }, LONGEST_WAIT_MS);
      const each: Waiting<Item, Result> = { item, resolve, reject, impatience };
      waiting.add(each);
      if (running < groupsAtOnce) void work();
    });
}
