import { HttpResponse } from 'msw';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { linkServer, never } from '../support/linkServer';
import { diskWith } from '../storage/stored';

const NOTHING = { isLinkProcessed: true, linkUrl: null, linkRoute: null, linkType: null };

describe('retryUnansweredMatch', () => {
  const retry = { config: { retryUnansweredMatch: true } };
  const unanswered = [
    ['no network', HttpResponse.error()],
    ['500', 500],
    ['503', 503],
    ['429', 429],
    ['a captive portal', new HttpResponse('<html>')],
    ['a firewall', new HttpResponse('403 Forbidden', { status: 403 })],
  ] as const;

  test.each(unanswered)('after %s the next launch asks again in the background', async (_, answer) => {
    const answers: Parameters<typeof linkServer>[0] = { 'match-link': answer };
    const service = linkServer(answers);
    const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
    const first = await device.launch(retry);
    expect(first.context()).toMatchObject(NOTHING);
    await device.wait(100);
    let find: (link: object) => void = () => {};
    answers['match-link'] = () => new Promise((resolve) => (find = resolve));
    const second = await device.launch(retry);
    expect(second.context()).toMatchObject(NOTHING);
    find({ link: '/found' });
    await device.wait(100);
    expect(second.context()).toMatchObject({ linkRoute: '/found', linkType: 'deferred' });
    await device.launch(retry);
    await device.wait(100);
    expect(service.to('match-link')).toHaveLength(2);
    expect(consoleLines()).toHaveLength(1);
  });

  test('it asks again when the app comes to the foreground', async () => {
    const answers: Record<string, object | number> = { 'match-link': 503 };
    const service = linkServer(answers);
    const device = createDevice();
    const app = await device.launch(retry);
    await device.background();
    answers['match-link'] = { link: '/found' };
    await device.foreground();
    expect(app.context()).toMatchObject({ linkRoute: '/found', linkType: 'deferred' });
    await device.background();
    await device.foreground();
    expect(service.to('match-link')).toHaveLength(2);
    expect(consoleLines()).toHaveLength(1);
  });

  test.each([
    ['refused', 400, 1],
    ['answered with nothing', 404, 0],
  ] as const)('a match that was %s is not tried again', async (_, answer, errors) => {
    const service = linkServer({ 'match-link': answer });
    const device = createDevice();
    await device.launch(retry);
    await device.background();
    await device.foreground();
    await device.launch(retry);
    expect(service.to('match-link')).toHaveLength(1);
    expect(consoleLines()).toHaveLength(errors);
  });

  test.each([
    ['the path is unknown to our service', { error: { code: 'not_found', message: 'There is nothing here.' } }, 404],
    ['a server takes no POST there', {}, 405],
  ])('a wrong baseUrl (%s) is named, and the match is tried again', async (_, body, status) => {
    const service = linkServer({ 'match-link': () => HttpResponse.json(body, { status }) });
    const device = createDevice();
    const app = await device.launch(retry);
    await app.unmount();
    expect(consoleLines()).toEqual([expect.stringMatching(/HTTP 40\d.*does config\.baseUrl lead to the service/)]);
    linkServer({ 'match-link': { link: '/found' } });
    const next = await device.launch(retry);
    expect(next.context().linkRoute).toBe('/found');
    expect(service.to('match-link')).toHaveLength(1);
  });

  test('it ends with a version of the app that doesn’t want it any more', async () => {
    const service = linkServer({ 'match-link': 503 });
    const device = createDevice();
    await device.launch(retry);
    await device.wait(100);
    await device.launch();
    await device.wait(100);
    expect(service.to('match-link')).toHaveLength(1);
    expect(consoleLines()).toHaveLength(1);
  });

  test('it ends after 24 hours', async () => {
    const service = linkServer({ 'match-link': 503 });
    const device = createDevice();
    await device.launch(retry);
    await device.wait(100);
    jest.setSystemTime(Date.now() + 24 * 3600 * 1000 - 1000);
    await device.launch(retry);
    await device.wait(100);
    jest.setSystemTime(Date.now() + 2000);
    const app = await device.launch(retry);
    await device.wait(100);
    expect(app.context()).toMatchObject(NOTHING);
    expect(service.to('match-link')).toHaveLength(2);
    expect(consoleLines()).toHaveLength(2);
  });

  test('it ends after 24 hours to the millisecond', async () => {
    const service = linkServer({ 'match-link': 503 });
    const since = Date.now() - 24 * 3600 * 1000;
    for (const openSince of [since, since + 1]) {
      await createDevice({ disk: diskWith({ run: 'unanswered', since: openSince }) }).launch(retry);
    }
    expect(service.to('match-link')).toHaveLength(1);
    expect(consoleLines()).toHaveLength(1);
  });

  test('a retry in the foreground has all of timeoutMs for its answer', async () => {
    const answers: Parameters<typeof linkServer>[0] = { 'match-link': 503 };
    linkServer(answers);
    const device = createDevice();
    const app = await device.launch(retry);
    await device.background();
    answers['match-link'] = () => new Promise<object>((resolve) => setTimeout(() => resolve({ link: '/found' }), 4500));
    await device.foreground();
    await device.wait(4600);
    expect(app.context()).toMatchObject({ linkRoute: '/found', linkType: 'deferred' });
    expect(consoleLines()).toHaveLength(1);
  });

  test('a link that is tapped meanwhile ends it', async () => {
    const service = linkServer({ 'match-link': 503 });
    const device = createDevice();
    const app = await device.launch(retry);
    await device.tap('myapp://cart');
    await device.foreground();
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/cart');
    await device.launch(retry);
    expect(service.to('match-link')).toHaveLength(1);
    expect(consoleLines()).toHaveLength(1);
  });

  test('a retry shows no paste prompt', async () => {
    linkServer({ 'match-link': 503 });
    const device = createDevice({ os: 'ios', clipboard: 'https://go.test/x/y', clipboardHasUrl: true });
    await device.launch(retry);
    await device.wait(100);
    await device.launch(retry);
    await device.wait(100);
    expect(device.phone.calls).not.toContain('RNCClipboard.getString');
    expect(consoleLines()).toHaveLength(2);
  });

  test('a retry in the same launch sends what the first attempt found, the pasted link too', async () => {
    const service = linkServer({ 'match-link': 503 });
    const device = createDevice({ os: 'ios', clipboard: 'https://go.test/x/y', clipboardHasUrl: true });
    await device.launch(retry);
    await device.foreground();
    const [first, second] = service.to('match-link').map(({ body }) => body);
    expect(second).toEqual(first);
    expect(second?.pastedLink).toBe('https://go.test/x/y');
    expect(consoleLines()).toHaveLength(2);
  });

  test('a retry in the next launch sends the link that the person allowed to paste in the first', async () => {
    linkServer({ 'match-link': 503 });
    const pasted = 'https://go.test/copied/link';
    const device = createDevice({ os: 'ios', clipboard: pasted, clipboardHasUrl: true });
    const first = await device.launch(retry);
    await device.wait(100);
    await first.unmount();
    device.phone.clipboard = 'something else';
    device.phone.calls.length = 0;
    const service = linkServer({ 'match-link': 404 });
    await device.launch(retry);
    await device.wait(1100);
    expect(service.to('match-link').map(({ body }) => body.pastedLink)).toEqual([pasted]);
    expect(device.phone.calls.filter((call) => call.includes('Clipboard'))).toEqual([]);
    // It was answered, so nothing of it is left.
    expect([...device.phone.disk.values()].join()).not.toContain('copied');
    consoleLines();
  });

  test('by default an unanswered match is not tried again', async () => {
    const service = linkServer({ 'match-link': 503 });
    const device = createDevice();
    await device.launch();
    await device.foreground();
    await device.launch();
    await device.foreground();
    expect(service.to('match-link')).toHaveLength(1);
    expect(consoleLines()).toHaveLength(1);
  });
});

test('an unanswered first run ends after a day in a process that lives on, too', async () => {
  let answer: object | number = 503;
  const service = linkServer({ 'match-link': () => answer });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const app = await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(100);
  expect(consoleLines()).toHaveLength(1);
  answer = { link: 'https://shop.test/product/42' };
  await device.background();
  jest.setSystemTime(Date.now() + 24 * 60 * 60 * 1000);
  await device.foreground();
  await device.wait(100);
  expect(service.to('match-link')).toHaveLength(1);
  expect(app.context()).toMatchObject(NOTHING);
});

test('a retry is an attempt of its own, whose error is logged', async () => {
  const answers: Parameters<typeof linkServer>[0] = { 'match-link': never };
  linkServer(answers);
  const device = createDevice();
  await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(31_000);
  expect(consoleLines()).toEqual([expect.stringContaining('no answer within 5000 ms')]);
  answers['match-link'] = 503;
  await device.foreground();
  expect(consoleLines()).toEqual([expect.stringContaining('HTTP 503')]);
});

test('a match that is cut off while the app is away is tried again once the app is back', async () => {
  const service = linkServer({ 'match-link': () => (service.requests.length === 1 ? never() : { link: '/found' }) });
  const device = createDevice();
  const app = await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(1000);
  await device.background();
  // While the app is away, no timer runs. The request was cut off, which the app learns after it has come back.
  await device.foreground();
  await device.wait(29_500);
  expect(service.to('match-link')).toHaveLength(2);
  expect(app.context()).toMatchObject({ linkRoute: '/found', linkType: 'deferred' });
  expect(consoleLines()).toHaveLength(1);
});

test('a match that fails after the app has left is tried again when it comes back, once', async () => {
  let fail: (status: number) => void = () => {};
  const service = linkServer({ 'match-link': () => new Promise<number>((resolve) => (fail = resolve)) });
  const device = createDevice();
  await device.launch({ config: { retryUnansweredMatch: true } });
  for (const count of [1, 2]) {
    await device.background();
    fail(503);
    await device.wait(1000);
    expect(service.to('match-link')).toHaveLength(count);
    await device.foreground();
    expect(service.to('match-link')).toHaveLength(count + 1);
  }
  expect(consoleLines()).toHaveLength(2);
});

test('a retry that is under way is not made twice', async () => {
  const service = linkServer({ 'match-link': 503 });
  const device = createDevice();
  const app = await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(100);
  const hanging = linkServer({ 'match-link': never });
  await device.foreground();
  await device.foreground();
  expect([service, hanging].map((each) => each.to('match-link').length)).toEqual([1, 1]);
  await device.wait(6000);
  expect(app.context()).toMatchObject(NOTHING);
  expect(consoleLines()).toHaveLength(2);
});

describe('a phone without a network, whose clock was five minutes ahead and is set back by it', () => {
  const MINUTE_MS = 60_000;

  /** Makes the attempt that gets no answer. Two minutes later there is a network, and the right time. */
  async function launchOffline() {
    const answers: Record<string, object> = { 'match-link': HttpResponse.error() };
    linkServer(answers);
    const device = createDevice();
    const app = await device.launch({ config: { retryUnansweredMatch: true } });
    await device.background();
    await device.wait(100);
    answers['match-link'] = { link: '/found' };
    jest.setSystemTime(Date.now() - 3 * MINUTE_MS);
    expect(consoleLines()).toHaveLength(1);
    return { device, app };
  }

  test('asks again when the app comes to the foreground', async () => {
    const { device, app } = await launchOffline();
    await device.foreground();
    expect(app.context()).toMatchObject({ linkRoute: '/found', linkType: 'deferred' });
  });

  test('asks again at the next launch', async () => {
    const { device } = await launchOffline();
    const next = await device.launch({ config: { retryUnansweredMatch: true } });
    await device.wait(100);
    expect(next.context()).toMatchObject({ linkRoute: '/found', linkType: 'deferred' });
  });
});

test('a flag that is unanswered since a time that is a day ahead counts as used', async () => {
  const service = linkServer();
  const openSince = Date.now() + 24 * 60 * 60 * 1000;
  const device = createDevice({ disk: diskWith({ run: 'unanswered', since: openSince }) });
  await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(100);
  expect(service.to('match-link')).toHaveLength(0);
});

test('consent that is granted again after an unanswered match brings no second paste prompt', async () => {
  const bodies: unknown[] = [];
  linkServer({ 'match-link': ({ body }) => (bodies.push(body.pastedLink), 503) });
  const device = createDevice({ clipboard: 'https://go.test/abc', clipboardHasUrl: true });
  const config = { retryUnansweredMatch: true };
  const app = await device.launch({ config });
  await device.wait(100);
  for (const consent of ['pending', 'granted'] as const) {
    await app.rerender({ ...CONFIG, ...config, consent });
    await device.wait(100);
  }
  expect(device.phone.calls.filter((call) => call === 'RNCClipboard.getString')).toHaveLength(1);
  expect(bodies).toEqual(['https://go.test/abc', 'https://go.test/abc']);
  consoleLines();
});
