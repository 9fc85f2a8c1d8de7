import { HttpResponse } from 'msw';
import { consoleLines } from '../support/consoleLines';
import { eventsOf, launchApp, sentEvents, sizes } from '../support/eventTools';
import { linkServer, never } from '../support/linkServer';
import { eventsOn } from '../storage/stored';

describe('no acceptance', () => {
  const html = () => new HttpResponse('<html>Log in</html>', { headers: { 'Content-Type': 'text/html' } });

  test.each([
    ['no network', () => HttpResponse.error()],
    ['408', () => 408],
    ['425', () => 425],
    ['429', () => 429],
    ['500', () => 500],
    ['502', () => 502],
    ['503', () => 503],
    ['a redirect without a target', () => 304],
    ['a key that is not accepted', () => 401],
    ['an address without a service', () => 404],
    ['the page of a firewall', () => new HttpResponse('<html>', { status: 400 })],
    ['the page of a captive portal', html],
    ['an answer that never comes', never],
  ])('%s: sent again with the same ids after a rest', async (_, failure) => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    let isUp = false;
    const service = linkServer({ events: () => (isUp ? 200 : failure()) });
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(15_000);
    const failed = service.to('events').length;
    expect(failed).toBeGreaterThan(0);
    isUp = true;
    await device.wait(30_000);
    expect(sizes(service)).toEqual(Array.from({ length: failed + 1 }, () => 20));
    expect(new Set(sentEvents(service).map(({ id }) => id)).size).toBe(20);
    expect(eventsOn(device.phone.disk)).toEqual([]);
  });

  test('the rest doubles from one second on, with full jitter', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(1);
    const at: number[] = [];
    linkServer({
      events: () => {
        at.push(Date.now());
        return 503;
      },
    });
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(300_000);
    const rests = at.slice(1).map((time, i) => Math.round((time - (at[i] ?? 0)) / 1000));
    expect(rests).toEqual([2, 4, 8, 16, 32, 64, 128]);
    random.mockReturnValue(0);
    at.length = 0;
    const logged = Date.now();
    logMany(20, 21);
    await device.wait(10_000);
    // As many as wait by then are sent without a pause to gather more.
    expect(at[0]).toBe(logged);
    expect(at.slice(1).map((time, i) => time - (at[i] ?? 0))).toEqual(Array(7).fill(1000));
  });

  test.each([
    ['7', 7],
    ['0', 1],
    ['86400', 300],
    ['Thu, 01 Jan 2026 00:00:40 GMT', 2],
    ['in a while', 2],
  ])('Retry-After: %s is a rest of %d s', async (header, seconds) => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    const service = linkServer({
      events: () => new HttpResponse(null, { status: 429, headers: { 'Retry-After': header } }),
    });
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(0);
    await device.wait(seconds * 1000 - 150);
    expect(sizes(service)).toHaveLength(1);
    await device.wait(200);
    expect(sizes(service)).toHaveLength(2);
  });

  test('events go on waiting during a rest, and only the app coming or going ends it early', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    let status = 503;
    const service = linkServer({ events: () => status });
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(100);
    await device.wait(2000);
    await device.wait(4000);
    await device.wait(8000);
    expect(sizes(service)).toHaveLength(4);
    logMany(20, 60);
    await device.wait(11_000);
    expect(sizes(service)).toHaveLength(4);
    status = 200;
    await device.background();
    await device.wait(0);
    expect(sizes(service).slice(4)).toEqual([50, 10]);
  });

  test('a rest that the service has ordered holds against everything', async () => {
    const service = linkServer({
      events: () => new HttpResponse(null, { status: 503, headers: { 'Retry-After': '60' } }),
    });
    const { device, logMany } = await launchApp();
    logMany(0, 20);
    await device.wait(100);
    logMany(20, 60);
    await device.background();
    await device.foreground();
    await device.wait(59_000);
    expect(sizes(service)).toEqual([20]);
    await device.wait(1000);
    expect(sizes(service)).toEqual([20, 50]);
  });
});

test('a batch that is too large is halved until it fits, and no event is lost', async () => {
  const service = linkServer({ events: (request) => (eventsOf(request).length > 7 ? 413 : 200) });
  const { device, logMany } = await launchApp();
  logMany(0, 40);
  await device.wait(100);
  expect(sizes(service).slice(0, 4)).toEqual([40, 20, 10, 5]);
  const accepted = service
    .to('events')
    .map(eventsOf)
    .filter(({ length }) => length <= 7)
    .flat();
  expect(accepted.map(({ data }) => data)).toEqual(Array.from({ length: 40 }, (_, n) => n));
});

test('a single event that is too large is dropped and named; the others go, in full batches again', async () => {
  const service = linkServer({
    events: (request) => (eventsOf(request).some(({ data }) => data === 3) ? 413 : 200),
  });
  const { device, logMany } = await launchApp();
  logMany(0, 200);
  await device.wait(100);
  const accepted = service
    .to('events')
    .map(eventsOf)
    .filter((batch) => !batch.some(({ data }) => data === 3));
  expect(accepted.flat().map(({ data }) => data)).toEqual(
    Array.from({ length: 200 }, (_, n) => n).filter((n) => n !== 3)
  );
  expect(Math.max(...accepted.map(({ length }) => length))).toBe(50);
  expect(consoleLines()).toEqual(['error: [Link] Events were dropped: 1, HTTP 413, too large.']);
});

test.each([
  [400, 'HTTP 400'],
  [422, 'HTTP 422'],
])('%d: the batch is dropped and named, and the next one goes', async (status, reason) => {
  let answers = 0;
  const service = linkServer({ events: () => (++answers === 1 ? status : 200) });
  const { device, logMany } = await launchApp();
  logMany(0, 60);
  await device.wait(100);
  expect(sizes(service)).toEqual([50, 10]);
  expect(consoleLines()).toEqual([`error: [Link] Events were dropped: 50, ${reason}.`]);
  expect(eventsOn(device.phone.disk)).toEqual([]);
});

test('an answer that takes fourteen seconds still counts', async () => {
  const service = linkServer({ events: () => new Promise((resolve) => setTimeout(() => resolve({}), 14_000)) });
  const { device, logMany } = await launchApp();
  logMany(0, 1);
  await device.wait(60_000);
  expect(sizes(service)).toEqual([1]);
});

test('after eight failures in a row no timer is left, and the next event begins anew', async () => {
  const service = linkServer({ events: () => HttpResponse.error() });
  const { device, logEvent } = await launchApp();
  logEvent('login');
  await device.wait(2_000_000);
  expect(service.to('events')).toHaveLength(8);
  expect(jest.getTimerCount()).toBe(0);
  logEvent('share');
  await device.wait(300);
  expect(service.to('events')).toHaveLength(9);
  await device.wait(2_000_000);
  expect(service.to('events')).toHaveLength(16);
  const next = linkServer();
  await device.foreground();
  expect(sentEvents(next).map(({ name }) => name)).toEqual(['login', 'share']);
});

test('an app that returns during the eighth failure is not forgotten', async () => {
  let requests = 0;
  const service = linkServer({
    events: () => (++requests === 8 ? never() : requests > 8 ? 200 : HttpResponse.error()),
  });
  const { device, logEvent } = await launchApp();
  logEvent('login');
  while (requests < 8) await device.wait(1000);
  await device.foreground();
  await device.wait(60_000);
  expect(service.to('events')).toHaveLength(9);
  expect(eventsOn(device.phone.disk)).toEqual([]);
});
