import { HttpResponse } from 'msw';
import type { Diagnostic } from 'react-native-deferred-link';
import { diskWith } from '../storage/stored';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { linkServer, never } from '../support/linkServer';

const SHORT = 'https://go.test/abc';
const AS_IT_ARRIVED = { isLinkProcessed: true, linkUrl: SHORT, linkRoute: '/abc', linkType: 'verified' };
const RESOLVED = { isLinkProcessed: true, linkRoute: '/target', linkType: 'verified' };

/** Opens the installed app by a short link; the service fails so many times before it answers. */
async function open(failures: number, failure: () => Response | number = () => HttpResponse.error(), config = {}) {
  const service = linkServer({
    'resolve-short': () => (service.to('resolve-short').length > failures ? { link: '/target' } : failure()),
  });
  const device = createDevice({ disk: diskWith(), initialUrl: SHORT });
  const entries: Diagnostic[] = [];
  const app = await device.launch({ config: { ...config, onDiagnostic: (entry) => void entries.push(entry) } });
  const requests = () => service.to('resolve-short').length;
  return { app, device, requests, steps: () => entries.filter(({ step }) => step === 'resolve') };
}

test('one request that fails costs a short link nothing: it is repeated after 300 ms', async () => {
  const { app, device, requests, steps } = await open(1);
  await device.wait(299);
  expect(requests()).toBe(1);
  await device.wait(1);
  expect(app.context()).toMatchObject(RESOLVED);
  expect(steps()).toEqual([expect.objectContaining({ outcome: 'found' })]);
});

test('a second failure is repeated after another second, and a third publishes the link as it arrived', async () => {
  const { app, device, requests, steps } = await open(9, () => 503);
  await device.wait(1299);
  expect(requests()).toBe(2);
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(1);
  expect(requests()).toBe(3);
  expect(app.context()).toMatchObject(AS_IT_ARRIVED);
  await device.wait(20_000);
  expect(requests()).toBe(3);
  expect(steps()).toEqual([expect.objectContaining({ outcome: 'unavailable' })]);
  expect(consoleLines()).toEqual([expect.stringContaining('A short link could not be resolved')]);
});

test.each([
  ['refuses', 400, 1],
  ['knows no such link', 404, 0],
])('a service that %s is not asked again', async (_, status, errors) => {
  const { app, device, requests } = await open(9, () => status);
  await device.wait(5000);
  expect(app.context()).toMatchObject(AS_IT_ARRIVED);
  expect(requests()).toBe(1);
  expect(consoleLines()).toHaveLength(errors);
});

test('all requests together have timeoutMs', async () => {
  const { app, device, requests } = await open(9, undefined, { timeoutMs: 1200 });
  await device.wait(300);
  expect(requests()).toBe(2);
  // A third one would begin after 1,300 ms.
  expect(app.context()).toMatchObject(AS_IT_ARRIVED);
  await device.wait(5000);
  expect(requests()).toBe(2);
  consoleLines();
});

test('a request that would begin when the time is up is not made', async () => {
  const { app, device, requests } = await open(9, undefined, { timeoutMs: 300 });
  expect(app.context()).toMatchObject(AS_IT_ARRIVED);
  await device.wait(5000);
  expect(requests()).toBe(1);
  consoleLines();
});

test('a storage that hangs takes half of the time at most, and the rest is left for the answer', async () => {
  linkServer({ 'resolve-short': { link: '/target' } });
  const device = createDevice({ initialUrl: SHORT, faults: { 'RNAsyncStorage.legacy_multiGet': never } });
  const app = await device.launch({ config: { timeoutMs: 1000 } });
  await device.wait(500);
  expect(app.context()).toMatchObject(RESOLVED);
});

test('a match is not repeated while the app waits', async () => {
  const service = linkServer({ 'match-link': HttpResponse.error() });
  const device = createDevice();
  const app = await device.launch();
  expect(app.context().isLinkProcessed).toBe(true);
  await device.wait(20_000);
  expect(service.to('match-link')).toHaveLength(1);
  consoleLines();
});

test('a deferred short link is not asked for again once consent is withdrawn', async () => {
  const service = linkServer({ 'match-link': { link: SHORT }, 'resolve-short': 503 });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(100);
  await app.rerender({ ...CONFIG, consent: 'pending' });
  await device.wait(3000);
  expect(service.to('resolve-short')).toHaveLength(1);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
});

describe('a resolve that is under way at the deadline', () => {
  const slowly = (ms: number, answer: object) => () => new Promise<object>((done) => setTimeout(done, ms, answer));

  test.each([
    ['resolved', slowly(3000, { link: '/target' }), 6000, { linkRoute: '/target', linkType: 'deferred' }],
    ['as it arrived', never, 8000, { linkRoute: '/abc', linkType: 'deferred' }],
  ])('lets the app go on, and the deferred link follows %s', async (_, answer, at, shown) => {
    linkServer({ 'match-link': slowly(3000, { link: SHORT }), 'resolve-short': answer });
    const device = createDevice();
    const app = await device.launch();
    await device.wait(4999);
    expect(app.context().isLinkProcessed).toBe(false);
    await device.wait(1);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
    await device.wait(at - 5000);
    expect(app.context()).toMatchObject(shown);
    consoleLines();
  });

  test('lets the app go on, and a link that was tapped meanwhile follows resolved', async () => {
    linkServer({ 'match-link': never, 'resolve-short': slowly(3000, { link: '/target' }) });
    const device = createDevice();
    const app = await device.launch();
    await device.wait(3000);
    await device.tap(SHORT);
    await device.wait(2000);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
    await device.wait(1000);
    expect(app.context()).toMatchObject(RESOLVED);
    consoleLines();
  });
});
