import type { Diagnostic } from 'react-native-deferred-link';
import { runOn } from '../storage/stored';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { linkServer } from '../support/linkServer';

const REFERRER = 'react-native-play-install-referrer';
const EXACT = { link: '/exact' };

type Answer = { installReferrer: string } | { responseCode: number | string } | { message: string };

/** A phone whose Google Play gives one answer after the other, each after its time. */
function createPhone(...answers: [ms: number, answer: Answer][]) {
  const asked: number[] = [];
  const start = Date.now();
  const getInstallReferrerInfo = (callback: (info: object | null, error: object | null) => void) => {
    const [ms, answer] = answers[Math.min(asked.push(Date.now() - start), answers.length) - 1] ?? [];
    const isError = answer && !('installReferrer' in answer);
    setTimeout(() => callback(isError ? null : (answer ?? null), isError ? answer : null), ms);
  };
  const packages = { [REFERRER]: { PlayInstallReferrer: { getInstallReferrerInfo } } };
  return { device: createDevice({ os: 'android', packages }), asked };
}

const byClickId = (fingerprint: object | number) =>
  linkServer({ 'match-link': ({ body }) => (body.clickId ? EXACT : fingerprint) });

const bodies = (service: ReturnType<typeof linkServer>) =>
  service.to('match-link').map(({ body }) => body.clickId ?? 'fingerprint');

const FOUND: Answer = { installReferrer: 'clickId=abc' };
const NEVER_MS = 1e9;

test('an answer after three seconds still counts where the fingerprint found nothing', async () => {
  const service = byClickId(404);
  const { device } = createPhone([3100, FOUND]);
  const app = await device.launch();
  await device.wait(3050);
  expect(bodies(service)).toEqual(['fingerprint']);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
  expect(runOn(device.phone.disk)).toBe('unanswered');
  await device.wait(100);
  expect(bodies(service)).toEqual(['fingerprint', 'abc']);
  expect(runOn(device.phone.disk)).toBe('used');
  expect(app.context()).toMatchObject({ linkRoute: '/exact', linkType: 'deferred' });
});

test('an answer within three seconds is waited for, and no fingerprint is sent', async () => {
  const service = byClickId(404);
  const { device } = createPhone([2900, FOUND]);
  const app = await device.launch();
  await device.wait(2950);
  expect(bodies(service)).toEqual(['abc']);
  expect(app.context()).toMatchObject({ linkRoute: '/exact', linkType: 'deferred' });
});

test.each([1, -1, 'SERVICE_UNAVAILABLE', 'SERVICE_DISCONNECTED', '1'])(
  'Google Play that fails with %p is asked again after 300 ms and another second, and holds nothing up',
  async (responseCode) => {
    const service = byClickId(404);
    const { device, asked } = createPhone([0, { responseCode }], [0, { responseCode }], [0, FOUND]);
    const app = await device.launch();
    await device.wait(50);
    expect(bodies(service)).toEqual(['fingerprint']);
    const counts: number[] = [];
    for (const ms of [200, 150, 800, 250]) {
      await device.wait(ms);
      counts.push(asked.length);
    }
    expect(counts).toEqual([1, 2, 2, 3]);
    expect(app.context().linkRoute).toBe('/exact');
  }
);

test('a lost connection to Google Play, which has no code, is asked about again', async () => {
  const service = byClickId(404);
  const message = 'Exception while reading install referrer info: android.os.DeadObjectException';
  const { device } = createPhone([0, { message }], [0, FOUND]);
  const app = await device.launch();
  await device.wait(400);
  expect(bodies(service)).toEqual(['fingerprint', 'abc']);
  expect(app.context().linkRoute).toBe('/exact');
});

test('Google Play is not asked again after a denial', async () => {
  byClickId(404);
  const { device, asked } = createPhone([0, { responseCode: 1 }]);
  const app = await device.launch();
  await device.wait(50);
  await app.rerender({ ...CONFIG, consent: 'denied' });
  await device.wait(30_000);
  expect(asked).toHaveLength(1);
});

test('a click id that came late and got no answer is sent again at the next launch', async () => {
  const answers: Record<string, number | object> = { abc: 503 };
  const service = linkServer({ 'match-link': ({ body }) => answers[String(body.clickId)] ?? 404 });
  const { device } = createPhone([3100, FOUND]);
  const first = await device.launch({ config: { retryUnansweredMatch: true, lateLinkMs: 5000 } });
  await device.wait(4000);
  expect(runOn(device.phone.disk)).toBe('unanswered');
  await first.unmount();
  consoleLines();
  answers.abc = EXACT;
  const next = await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(4000);
  expect(bodies(service)).toEqual(['fingerprint', 'abc', 'abc']);
  expect(next.context().linkRoute).toBe('/exact');
});

test('a click id that came late and got no answer is sent again in the same visit', async () => {
  const answers: Record<string, number | object> = { abc: 503 };
  const service = linkServer({ 'match-link': ({ body }) => answers[String(body.clickId)] ?? 404 });
  const { device } = createPhone([3100, FOUND]);
  const app = await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(4000);
  answers.abc = EXACT;
  await device.wait(2000);
  expect(bodies(service)).toEqual(['fingerprint', 'abc', 'abc']);
  expect(app.context().linkRoute).toBe('/exact');
  consoleLines();
});

describe('a first run that is killed while the click id is due', () => {
  /** Google Play hangs in the first launch, and answers in the next one like this. */
  async function launchAgain(answer: [ms: number, answer: Answer], hours = 1, config = {}) {
    const service = byClickId(404);
    const { device, asked } = createPhone([NEVER_MS, FOUND], answer);
    const first = await device.launch({ config });
    await device.wait(3500);
    expect(first.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
    await first.unmount();
    jest.clearAllTimers();
    jest.setSystemTime(Date.now() + hours * 60 * 60 * 1000);
    const next = await device.launch({ config });
    return { service, device, next, asked };
  }

  test('asks Google Play again in the next launch, holds nothing up, and sends no second fingerprint', async () => {
    const { service, device, next } = await launchAgain([2000, FOUND]);
    await device.wait(50);
    expect(next.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
    await device.wait(2000);
    expect(bodies(service)).toEqual(['fingerprint', 'abc']);
    expect(next.context()).toMatchObject({ linkRoute: '/exact', linkType: 'deferred' });
    expect(runOn(device.phone.disk)).toBe('used');
  });

  test('asks also where the next answer is late, too', async () => {
    const { service, device, next } = await launchAgain([10_000, FOUND]);
    await device.wait(10_100);
    expect(bodies(service)).toEqual(['fingerprint', 'abc']);
    expect(next.context().linkRoute).toBe('/exact');
  });

  test('is used up where Google Play knows of no click', async () => {
    const { service, device } = await launchAgain([100, { installReferrer: 'utm_source=google-play' }]);
    await device.wait(200);
    expect(runOn(device.phone.disk)).toBe('used');
    expect(bodies(service)).toEqual(['fingerprint']);
  });

  test('is used up after a day', async () => {
    const { service, device, asked } = await launchAgain([100, FOUND], 25);
    await device.wait(200);
    expect(asked).toHaveLength(1);
    expect(bodies(service)).toEqual(['fingerprint']);
  });

  test('is not used up where no fingerprint was sent', async () => {
    const { service, device, next } = await launchAgain([100, FOUND], 1, { shouldUseFingerprint: false });
    await device.wait(200);
    expect(bodies(service)).toEqual(['abc']);
    expect(next.context().linkRoute).toBe('/exact');
  });

  test('with a fingerprint that got no answer, sends both again', async () => {
    const answers: Record<string, object | number> = { fingerprint: 503 };
    const service = linkServer({ 'match-link': ({ body }) => (body.clickId ? EXACT : (answers.fingerprint ?? 404)) });
    const { device } = createPhone([NEVER_MS, FOUND], [NEVER_MS, FOUND]);
    const config = { retryUnansweredMatch: true };
    const first = await device.launch({ config });
    await device.wait(3500);
    expect(runOn(device.phone.disk)).toBe('unanswered');
    await first.unmount();
    jest.clearAllTimers();
    answers.fingerprint = { link: '/likely' };
    const next = await device.launch({ config });
    await device.wait(50);
    expect(next.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
    await device.wait(3100);
    expect(bodies(service)).toEqual(['fingerprint', 'fingerprint']);
    expect(next.context().linkRoute).toBe('/likely');
    consoleLines();
  });
});

test.each([2, 'FEATURE_NOT_SUPPORTED', 3])(
  'a failure that stays, %p, is not asked about again',
  async (responseCode) => {
    const service = byClickId(404);
    const { device, asked } = createPhone([0, { message: 'failed', responseCode }]);
    await device.launch();
    await device.wait(30_000);
    expect(asked).toHaveLength(1);
    expect(bodies(service)).toEqual(['fingerprint']);
  }
);

test('a click id that comes during the match is sent when the match has found nothing', async () => {
  const answers: Record<string, (value: object | number) => void> = {};
  const service = linkServer({
    'match-link': ({ body }) => (body.clickId ? EXACT : new Promise<number>((done) => (answers.none = done as never))),
  });
  const { device } = createPhone([3100, FOUND]);
  const app = await device.launch();
  await device.wait(3500);
  expect(bodies(service)).toEqual(['fingerprint']);
  answers.none?.(404);
  await device.wait(50);
  expect(bodies(service)).toEqual(['fingerprint', 'abc']);
  expect(app.context().linkRoute).toBe('/exact');
});

test('where something was matched, a late click id is not sent', async () => {
  const service = byClickId({ link: '/likely' });
  const { device } = createPhone([3100, FOUND]);
  const app = await device.launch();
  await device.wait(10_000);
  expect(bodies(service)).toEqual(['fingerprint']);
  expect(app.context().linkRoute).toBe('/likely');
});

test('a link that the person opened meanwhile makes it pointless', async () => {
  const service = byClickId(404);
  const { device } = createPhone([4000, FOUND]);
  const app = await device.launch();
  await device.wait(3500);
  await device.tap('shop://cart');
  await device.wait(1000);
  expect(bodies(service)).toEqual(['fingerprint']);
  expect(app.context().linkRoute).toBe('/cart');
});

test('after lateLinkMs it is not sent', async () => {
  const service = byClickId(404);
  const entries: Diagnostic[] = [];
  const { device } = createPhone([31_000, FOUND]);
  await device.launch({ config: { onDiagnostic: (entry) => void entries.push(entry) } });
  await device.wait(40_000);
  expect(bodies(service)).toEqual(['fingerprint']);
  expect(entries.find(({ step }) => step === 'referrer')).toMatchObject({ outcome: 'failed' });
});

test('a match without an answer gives way to it', async () => {
  const service = byClickId(503);
  const { device } = createPhone([3100, FOUND]);
  const app = await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(3200);
  expect(bodies(service)).toEqual(['fingerprint', 'abc']);
  expect(app.context().linkRoute).toBe('/exact');
  expect(runOn(device.phone.disk)).toBe('used');
  consoleLines();
});
