import { createDevice } from '../support/createDevice';
import { launchApp, numbers, range, relaunch, sentEvents, sizes } from '../support/eventTools';
import { eventsOn } from '../storage/stored';
import { linkServer, never } from '../support/linkServer';

test('the first event goes out 300 ms later, with what was logged meanwhile', async () => {
  const service = linkServer();
  const { device, logMany } = await launchApp();
  logMany(0, 1);
  await device.wait(200);
  logMany(1, 2);
  await device.wait(50);
  expect(sizes(service)).toEqual([]);
  await device.wait(50);
  expect(sizes(service)).toEqual([2]);
});

test('the next one goes ten seconds after that, and no earlier', async () => {
  const service = linkServer();
  const { device, logMany } = await launchApp();
  logMany(0, 1);
  await device.wait(300);
  for (let n = 1; n < 10; n++) {
    logMany(n, n + 1);
    await device.wait(1000);
  }
  await device.wait(950);
  expect(sizes(service)).toEqual([1]);
  await device.wait(50);
  expect(sizes(service)).toEqual([1, 9]);
});

test('an app that is covered for a moment, but not left, sends nothing earlier', async () => {
  const service = linkServer();
  const { device, logMany } = await launchApp();
  logMany(0, 1);
  await device.cover();
  await device.wait(250);
  expect(sizes(service)).toEqual([]);
  await device.wait(50);
  expect(sizes(service)).toEqual([1]);
});

test('after a pause an event is the first one again', async () => {
  const service = linkServer();
  const { device, logMany } = await launchApp();
  logMany(0, 1);
  await device.wait(10_300);
  logMany(1, 2);
  await device.wait(250);
  expect(sizes(service)).toEqual([1]);
  await device.wait(50);
  expect(sizes(service)).toEqual([1, 1]);
});

test('what is logged while a batch is on its way goes ten seconds after it', async () => {
  const service = linkServer({
    events: async () => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return {};
    },
  });
  const { device, logMany } = await launchApp();
  logMany(0, 1);
  await device.wait(1000);
  logMany(1, 3);
  await device.wait(11_250);
  expect(sizes(service)).toEqual([1]);
  await device.wait(50);
  expect(sizes(service)).toEqual([1, 2]);
});

test.each([
  ['after a pause', 0],
  ['within the ten seconds', 1],
])('twenty go at once: %s', async (_, earlier) => {
  const service = linkServer();
  const { device, logMany } = await launchApp();
  logMany(0, earlier);
  await device.wait(300);
  logMany(earlier, 19);
  if (earlier) await device.wait(100);
  logMany(19, 20 + earlier);
  await device.wait(0);
  expect(sizes(service)).toEqual(earlier ? [1, 20] : [20]);
});

test('twenty go at once while the first of them waits for what is logged with it', async () => {
  const service = linkServer();
  const { device, logMany } = await launchApp();
  logMany(0, 1);
  await device.wait(100);
  logMany(1, 20);
  await device.wait(0);
  expect(sizes(service)).toEqual([20]);
});

test('twenty that were logged while a batch was on its way go right after it', async () => {
  const service = linkServer({
    events: async () => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return {};
    },
  });
  const { device, logMany } = await launchApp();
  logMany(0, 1);
  await device.wait(1000);
  logMany(1, 21);
  await device.wait(1300);
  expect(sizes(service)).toEqual([1, 20]);
});

test.each([
  [1, [1]],
  [20, [20]],
  [100, [50, 50]],
  [120, [50, 50, 20]],
  [1000, range(0, 20).map(() => 50)],
])('a burst of %d takes as few requests as it can', async (count, expected) => {
  const service = linkServer();
  const { device, logMany } = await launchApp();
  logMany(0, count);
  await device.wait(30_000);
  expect(sizes(service)).toEqual(expected);
  expect(numbers(service)).toEqual(range(0, count));
});

test.each([
  ['background', true],
  ['foreground', true],
  ['cover', false],
] as const)('%s: an event that waits goes at once: %s', async (move, isSent) => {
  const service = linkServer();
  const { device, logMany } = await launchApp();
  logMany(0, 2);
  await device[move]();
  expect(sizes(service)).toEqual(isSent ? [2] : []);
});

test('the app that leaves during a request sends what was logged meanwhile right after it', async () => {
  const service = linkServer({
    events: async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return {};
    },
  });
  const { device, logMany } = await launchApp();
  logMany(0, 1);
  await device.wait(300);
  logMany(1, 2);
  await device.background();
  await device.wait(500);
  expect(sizes(service)).toEqual([1, 1]);
});

test('an app that comes and goes without events doesn’t shorten the ten seconds', async () => {
  const service = linkServer();
  const { device, logMany } = await launchApp();
  logMany(0, 1);
  await device.wait(300);
  await device.background();
  await device.foreground();
  logMany(1, 2);
  await device.wait(9900);
  expect(sizes(service)).toEqual([1]);
  await device.wait(100);
  expect(sizes(service)).toEqual([1, 1]);
});

test('what an earlier launch has left goes at launch', async () => {
  linkServer({ events: never });
  const { device, logMany } = await launchApp();
  logMany(0, 2);
  await device.wait(300);
  const service = linkServer();
  const next = await relaunch(device);
  await next.device.wait(0);
  expect(numbers(service)).toEqual([0, 1]);
  expect(eventsOn(device.phone.disk)).toEqual(sentEvents(service));
});

test('the app leaving during the load is no reason to lose its place', async () => {
  linkServer({ events: never });
  const { device, logMany } = await launchApp();
  logMany(0, 2);
  await device.wait(300);
  const service = linkServer();
  const slow = new Map(device.phone.disk);
  const later = createDevice();
  const next = await later.launch({
    config: {
      storage: {
        getItem: (key) => new Promise((resolve) => setTimeout(() => resolve(slow.get(key) ?? null), 500)),
        setItem: (key, value) => void slow.set(key, value),
      },
    },
  });
  next.library.LinkAnalytics.logEvent('search', 2);
  await later.background();
  await later.foreground();
  await later.wait(4000);
  expect(numbers(service)).toEqual([0, 1, 2]);
});

test('one batch is on its way at a time', async () => {
  let open = 0;
  const service = linkServer({
    events: async () => {
      expect(++open).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      open--;
      return {};
    },
  });
  const { device, logMany } = await launchApp();
  logMany(0, 20);
  await device.wait(1000);
  logMany(20, 60);
  await device.background();
  await device.foreground();
  await device.wait(10_000);
  expect(numbers(service)).toEqual(range(0, 60));
});

test('a new config at a render does not shorten the wait', async () => {
  const service = linkServer();
  const { app, device, logMany } = await launchApp();
  logMany(0, 1);
  await device.wait(100);
  await app.rerender();
  expect(service.to('events')).toEqual([]);
  await device.wait(300);
  expect(service.to('events')).toHaveLength(1);
});
