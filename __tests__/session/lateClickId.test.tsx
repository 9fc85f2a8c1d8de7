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

test('an answer after three seconds still counts where the fingerprint found nothing', async () => {
  const service = byClickId(404);
  const { device } = createPhone([3100, FOUND]);
  const app = await device.launch();
  await device.wait(3050);
  expect(bodies(service)).toEqual(['fingerprint']);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
  expect(runOn(device.phone.disk)).toBe('used');
  await device.wait(100);
  expect(bodies(service)).toEqual(['fingerprint', 'abc']);
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
  const first = await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(4000);
  expect(runOn(device.phone.disk)).toBe('unanswered');
  await first.unmount();
  consoleLines();
  answers.abc = EXACT;
  const next = await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(4000);
  expect(bodies(service)).toEqual(['fingerprint', 'abc', 'fingerprint', 'abc']);
  expect(next.context().linkRoute).toBe('/exact');
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
