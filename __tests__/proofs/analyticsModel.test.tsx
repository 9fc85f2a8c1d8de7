import fc from 'fast-check';
import { consoleLines } from '../support/consoleLines';
import {
  createMortalApp,
  type Cut,
  type MortalApp,
  type Reaction,
  type SentBatch,
  type SentEvent,
  type StorageHealth,
} from '../support/createMortalApp';
import { eventsOn } from '../storage/stored';

const RUNS = Number(process.env.FC_RUNS ?? 300);
/** On a busy machine fewer runs have to do; FC_RUNS asks for all of them. */
const LIMIT_S = process.env.FC_RUNS ? 3600 : 15;
jest.setTimeout((LIMIT_S + 60) * 1000);
/** The real one: fake timers replace the property. */
const { hrtime } = process;

const MAX_WAITING = 1000;
/** Long enough that a hundred events are stored once a second only, and a thousand fit into the queue. */
const NOTE = 'x'.repeat(300);
const START = Date.UTC(2026, 0, 1);

type Damage = 'cut' | 'garbage' | 'removed';

type Command =
  | { do: 'log'; count: number }
  | { do: 'advance'; ms: number }
  | { do: 'move'; to: 'active' | 'background' }
  | { do: 'service'; reacts: Reaction | 'full' }
  | { do: 'kill' }
  | { do: 'killIn'; cut: Cut }
  | { do: 'relaunch'; early: number; storage: StorageHealth }
  | { do: 'clear' }
  | { do: 'storage'; health: StorageHealth }
  | { do: 'damage'; isDead: boolean; which: number; how: Damage; at: number }
  | { do: 'setClock'; by: number };

const health = fc.constantFrom<StorageHealth>('works', 'works', 'works', 'rejects', 'hangs');
const side = fc.constantFrom<Cut['side']>('before', 'after');

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('log' as const),
      count: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 60 }) }, fc.integer({ min: 300, max: 1100 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      ms: fc.constantFrom(0, 1, 500, 10_000, 20_000, 301_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      to: fc.constantFrom('active' as const, 'background' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('service' as const),
      reacts: fc.constantFrom<Reaction | 'full'>(
        200,
        200,
        'full',
        'lost',
        'hangs',
        'offline',
        500,
        429,
        { status: 429, retryAfter: '30' },
        { status: 503, retryAfter: 'Thu, 01 Jan 2026 01:00:00 GMT' }
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'kill' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('killIn' as const),
      cut: fc.record({ at: fc.integer({ min: 1, max: 30 }), side }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('relaunch' as const), early: fc.nat(3), storage: health }) },
  { weight: 2, arbitrary: fc.constant({ do: 'clear' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('storage' as const), health }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('damage' as const),
      isDead: fc.boolean(),
      which: fc.nat(3),
      how: fc.constantFrom<Damage>('cut', 'garbage', 'removed'),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('setClock' as const), by: fc.integer({ min: -1e10, max: 1e10 }) }),
  }
);

/** The service that holds at most twelve events a request. */
const full = ({ events }: SentBatch): Reaction => (events.length > 12 ? 413 : 200);

/** What a launch could find on this disk. */
const readable = (disk: Map<string, string>) =>
  new Set((eventsOn(disk) as SentEvent[]).map(({ data }) => data?.n ?? -1));

/**
 * The model: a list of events that the library owes the service. An event is owed from `logEvent` on, as
 * long as a process remembers it or the disk holds it, and 1,000 newer ones don't push it out.
 */
function createModel() {
  let logged = 0;
  let bornAt = 0;
  let hasLoaded = false;
  let isAlive = false;
  let isPersistent = false;
  let touched: 'clear' | 'damage' | null = null;
  let owed: number[] = [];
  const excused = new Set<number>();
  const app: MortalApp = createMortalApp(() => {
    isAlive = false;
    forgive();
  });

  const delivered = () => new Set(app.received.flatMap(({ events }) => events.map(({ data }) => data?.n ?? -1)));

  const isRemembered = (n: number) => isAlive && (hasLoaded || n >= bornAt);

  /** What is neither in memory nor on disk any more is not owed any more. */
  function forgive() {
    const onDisk = readable(app.disk);
    owed = owed.filter((n) => {
      const staysQueued = isRemembered(n) || onDisk.has(n);
      if (!staysQueued) excused.add(n);
      return staysQueued;
    });
  }

  function owe(count: number) {
    for (let i = 0; i < count; i++) owed.push(logged++);
    const done = delivered();
    owed = owed.filter((n) => !done.has(n));
    owed.splice(0, Math.max(0, owed.length - MAX_WAITING)).forEach((n) => excused.add(n));
  }

  return {
    app,
    isRemembered,
    log(count: number) {
      for (let i = 0; i < count; i++) app.log(logged + i, { note: NOTE });
      if (touched === 'clear') touched = null;
      owe(count);
    },
    async launch(early: number, storage: StorageHealth) {
      await app.kill();
      app.setHealth(storage);
      bornAt = logged;
      isAlive = true;
      hasLoaded = isPersistent = storage === 'works';
      touched = null;
      // What this process can't read comes after what it logs, if ever.
      if (!hasLoaded) owed.forEach((n) => excused.add(n));
      const from = logged;
      owe(early);
      await app.launch(({ LinkAnalytics }) => {
        for (let i = 0; i < early; i++) LinkAnalytics.logEvent('search', { n: from + i });
      });
    },
    clear() {
      app.clearStorage();
      touched ??= 'clear';
      forgive();
    },
    damage(which: number, how: Damage, at: number) {
      const keys = [...app.disk.keys()].sort();
      const key = keys[which % keys.length];
      const value = key && app.disk.get(key);
      if (!key || !value) return;
      touched = 'damage';
      if (how === 'removed') app.disk.delete(key);
      else app.disk.set(key, how === 'garbage' ? 'garbage' : value.slice(0, Math.floor(value.length * at)));
      forgive();
    },
    setHealth(next: StorageHealth) {
      app.setHealth(next);
      if (next !== 'works') isPersistent = false;
    },
    /** What a process with a disk that works has in memory alone, though it had the time to store it. */
    unstored() {
      if (!isAlive || !isPersistent || touched) return [];
      const done = delivered();
      const onDisk = readable(app.disk);
      return owed.filter((n) => !done.has(n) && !onDisk.has(n));
    },
    missing() {
      const done = delivered();
      return owed.filter((n) => !done.has(n));
    },
    /** Deliveries that break a rule: another content for a known id, or an older event after a newer one. */
    violations() {
      const contents = new Map<string, string>();
      let newest = -1;
      const found: string[] = [];
      for (const event of app.received.flatMap(({ events }) => events)) {
        const content = JSON.stringify(event);
        const known = contents.get(event.id);
        contents.set(event.id, content);
        if (known !== undefined) {
          if (known !== content) found.push(`${known} became ${content}`);
          continue;
        }
        const n = event.data?.n ?? -1;
        if (n < newest && !excused.has(n)) found.push(`${n} came after ${newest}`);
        newest = Math.max(n, newest);
      }
      return found;
    },
  };
}

/** Numbers that look random and are the same in every run, so that a history that fails can be played again. */
function createRandom() {
  let last = 1;
  return () => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647;
}

async function play(commands: Command[]) {
  jest.setSystemTime(START);
  jest.spyOn(Math, 'random').mockImplementation(createRandom());
  const model = createModel();
  const { app } = model;
  const unstored: number[] = [];
  app.setReaction(() => 503);
  await model.launch(0, 'works');

  for (const next of commands) {
    if (next.do === 'log') {
      if (!app.isAlive()) await model.launch(0, 'works');
      model.log(next.count);
    } else if (next.do === 'advance') {
      await app.advance(next.ms);
      // A large queue is stored once a second, and when the app leaves the foreground.
      if (next.ms >= 1000) unstored.push(...model.unstored());
    } else if (next.do === 'move') {
      await app.appState(next.to);
      if (next.to === 'background') unstored.push(...model.unstored());
    } else if (next.do === 'service') {
      const { reacts } = next;
      app.setReaction(reacts === 'full' ? full : () => reacts);
    } else if (next.do === 'kill') await app.kill();
    else if (next.do === 'killIn') app.cutIn(next.cut);
    else if (next.do === 'relaunch') await model.launch(next.early, next.storage);
    else if (next.do === 'clear') model.clear();
    else if (next.do === 'storage') model.setHealth(next.health);
    else if (next.do === 'damage') {
      if (next.isDead) await app.kill();
      model.damage(next.which, next.how, next.at);
    } else jest.setSystemTime(Math.max(0, Date.now() + next.by));
  }

  // First by the process that is there, if there is one, and then by another.
  app.setReaction(() => 200);
  // After eight failures in a row no timer tries again: the app has to come back.
  if (app.isAlive()) for (const to of ['background', 'active'] as const) await app.appState(to);
  await app.advance(700_000);
  const missingInProcess = app.isAlive() ? model.missing().filter((n) => model.isRemembered(n)) : [];
  await model.launch(0, 'works');
  await app.advance(1000);
  const result = { unstored, missingInProcess, missing: model.missing(), violations: model.violations() };
  await app.kill();
  consoleLines();
  return result;
}

const HELD = { unstored: [], missingInProcess: [], missing: [], violations: [] };

test('whatever happens, nothing owed is lost, out of order or changed', async () => {
  const since = hrtime();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 25, size: 'max' }), async (commands) => {
      if (hrtime(since)[0] >= LIMIT_S) return;
      expect(await play(commands)).toEqual(HELD);
      runs++;
    }),
    { numRuns: RUNS }
  );
  process.stdout.write(`  ${runs} runs\n`);
});
