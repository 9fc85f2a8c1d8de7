import { consoleLines } from '../support/consoleLines';
import { eventsOn } from '../storage/stored';
import { createMortalApp, type Cut, type MortalApp, type SentBatch } from '../support/createMortalApp';

// A thousand processes are started here, one after the other.
jest.setTimeout(120_000);

interface Scenario {
  /** How many events arrive when nothing is killed. */
  arrive: number;
  run(app: MortalApp): Promise<void>;
  /** What an earlier launch does, uncut. */
  before?(app: MortalApp): Promise<void>;
  /** Events that the queue is too small for: none of these need to arrive. */
  dropped?: number;
}

async function logMany(app: MortalApp, from: number, to: number, data?: object) {
  for (let n = from; n < to; n++) app.log(n, data);
}

const failsTwice = () => {
  let requests = 0;
  return () => (++requests <= 2 ? 503 : 200);
};

const scenarios: Record<string, Scenario> = {
  'three events, sent together': {
    arrive: 3,
    async run(app) {
      await app.launch((library) => library.LinkAnalytics.logEvent('login', { n: 0 }));
      await logMany(app, 1, 3);
      await app.advance(11_000);
    },
  },
  'bursts, a trickle and the way to the background': {
    arrive: 32,
    async run(app) {
      await app.launch();
      await logMany(app, 0, 25);
      await app.advance(100);
      for (let n = 25; n < 30; n++) {
        app.log(n);
        await app.advance(1000);
      }
      await app.appState('background');
      await logMany(app, 30, 32);
      await app.appState('active');
    },
  },
  'what an earlier launch has left, and more': {
    arrive: 75,
    async before(app) {
      app.setReaction(() => 'offline');
      await app.launch();
      await logMany(app, 0, 70, { note: 'x'.repeat(1000) });
      await app.advance(1000);
    },
    async run(app) {
      app.setReaction(() => 200);
      await app.launch((library) => library.LinkAnalytics.logEvent('search', { n: 70 }));
      await logMany(app, 71, 75);
      await app.advance(11_000);
    },
  },
  'a service that fails twice': {
    arrive: 24,
    async run(app) {
      app.setReaction(failsTwice());
      await app.launch();
      await logMany(app, 0, 21);
      await app.advance(2000);
      await logMany(app, 21, 24);
      await app.advance(20_000);
    },
  },
  'answers that are lost': {
    arrive: 60,
    async run(app) {
      let requests = 0;
      app.setReaction(() => (++requests % 2 ? 'lost' : 200));
      await app.launch();
      await logMany(app, 0, 60);
      await app.advance(60_000);
    },
  },
  'a service that takes seven at a time': {
    arrive: 40,
    async run(app) {
      app.setReaction(({ events }: SentBatch) => (events.length > 7 ? 413 : 200));
      await app.launch();
      await logMany(app, 0, 40);
      await app.advance(1000);
    },
  },
  'a host app that clears all storage': {
    arrive: 71,
    async run(app) {
      app.setReaction(() => 'offline');
      await app.launch();
      await logMany(app, 0, 70, { note: 'x'.repeat(1000) });
      await app.advance(1000);
      if (app.isAlive()) app.clearStorage();
      app.log(70);
      await app.advance(1000);
      app.setReaction(() => 'hangs');
      await app.advance(5000);
    },
  },
  'more events than the queue holds': {
    arrive: 1000,
    dropped: 150,
    async run(app) {
      app.setReaction(() => 'offline');
      await app.launch();
      for (let n = 0; n < 1150; n += 230) {
        await logMany(app, n, n + 230, { note: 'x'.repeat(200) });
        await app.advance(1000);
      }
      let requests = 0;
      app.setReaction(() => (++requests <= 3 ? 200 : 'hangs'));
      await app.appState('background');
    },
  },
};

/** Launches once more over a working service, and waits until nothing comes any more. */
async function deliverTheRest(app: MortalApp) {
  await app.kill();
  app.setReaction(() => 200);
  await app.launch();
  await app.advance(1000);
  await app.kill();
}

function check(app: MortalApp, dropped: number) {
  const contents = new Map<string, string>();
  const changed: string[] = [];
  const order: number[] = [];
  for (const event of app.received.flatMap(({ events }) => events)) {
    const content = JSON.stringify(event);
    if (!contents.has(event.id)) order.push(event.data?.n ?? -1);
    if ((contents.get(event.id) ?? content) !== content) changed.push(event.id);
    contents.set(event.id, content);
  }
  expect(changed).toEqual([]);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  const lost = [...app.stored.keys()].filter((id) => !contents.has(id) && (app.stored.get(id) ?? 0) >= dropped);
  expect(lost).toEqual([]);
  expect(new Set(app.received.map(({ installId }) => installId)).size).toBeLessThanOrEqual(1);
  expect(eventsOn(app.disk)).toEqual([]);
}

async function play({ before, run, dropped = 0 }: Scenario, cut?: Cut) {
  const app = createMortalApp();
  await before?.(app);
  await app.kill();
  app.cutNext(cut);
  await run(app);
  const operations = app.operations();
  await deliverTheRest(app);
  check(app, dropped);
  consoleLines();
  return { app, operations };
}

test.each(Object.entries(scenarios))('killed at any operation, nothing stored is lost: %s', async (name, scenario) => {
  const { app, operations } = await play(scenario);
  const all = new Set(app.received.flatMap(({ events }) => events.map(({ data }) => data?.n)));
  expect(all.size).toBe(scenario.arrive);
  for (let at = 1; at <= operations; at++) {
    for (const side of ['before', 'after'] as const) {
      try {
        await play(scenario, { at, side });
      } catch (error) {
        throw new Error(`Killed ${side} operation ${at} of ${operations}: ${String(error)}`);
      }
    }
  }
  process.stdout.write(`  ${operations * 2} cut points: ${name}\n`);
});

test('no event is lost or moved by any number of launches without a delivery', async () => {
  const app = createMortalApp();
  app.setReaction(() => 'offline');
  await app.launch();
  await logMany(app, 1, 151);
  await app.advance(0);
  await app.kill();
  // Logged before the queue is read, as by the first screen.
  for (let n = 151; n <= 230; n++) {
    await app.launch(({ LinkAnalytics }) => LinkAnalytics.logEvent('search', { n }));
    await app.advance(0);
    await app.kill();
  }
  app.setReaction(() => 200);
  await app.launch();
  await app.advance(0);
  await app.kill();
  const got = app.received.flatMap(({ events }) => events.map(({ data }) => (data as { n: number }).n));
  expect(got).toEqual(Array.from({ length: 230 }, (_, i) => i + 1));
});
