import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { launchApp, numbers, range } from '../support/eventTools';
import { linkServer } from '../support/linkServer';
import { diskWith, eventsOn } from '../storage/stored';

const fail = (): never => {
  throw new Error('not expected by anybody');
};

/** What fails all of a sudden, and what makes it work again. */
const FAULTS: Record<string, () => { mockRestore(): void }> = {
  'JSON.stringify throws': () => jest.spyOn(JSON, 'stringify').mockImplementation(fail),
  'Date.now throws': () => jest.spyOn(Date, 'now').mockImplementation(fail),
  'fetch throws': () => jest.spyOn(globalThis, 'fetch').mockImplementation(fail),
  'fetch answers with nothing': () => jest.spyOn(globalThis, 'fetch').mockResolvedValue(undefined as never),
};

/** Lets the app work without the clock, which may be what fails. */
async function turns() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test.each(Object.entries(FAULTS))('%s for a while: all is delivered afterwards', async (_, breakIt) => {
  const service = linkServer();
  const device = createDevice({ disk: diskWith() });
  const { app, logMany } = await launchApp(device);
  logMany(0, 3);
  await turns();
  const broken = breakIt();
  // Twenty at once, so that a request is due now.
  const { LinkAnalytics } = app.library;
  for (let n = 3; n < 25; n++) {
    try {
      LinkAnalytics.logEvent('search', n);
    } catch {
      // Not what is tested here.
    }
  }
  await turns();
  broken.mockRestore();
  logMany(25, 26);
  await device.wait(60_000);
  const got = numbers(service) as number[];
  expect(got).toEqual([...got].sort((a, b) => a - b));
  expect(got).toEqual(expect.arrayContaining([0, 1, 2, 25]));
  expect(eventsOn(device.phone.disk)).toEqual([]);
  consoleLines();
});

test('an app whose console throws still gets its events delivered', async () => {
  const service = linkServer({ events: () => (service.to('events').length === 1 ? 400 : 200) });
  const { device, logMany } = await launchApp(createDevice({ disk: diskWith() }));
  jest.spyOn(console, 'error').mockImplementation(fail);
  logMany(0, 60);
  await device.wait(1000);
  expect(numbers(service)).toEqual(range(0, 60));
});
