import { HttpResponse } from 'msw';
import type { Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { inRelease } from '../support/inRelease';
import { linkServer, never } from '../support/linkServer';

const PRODUCT = { link: 'https://shop.test/product/42?ref=mail' };
const NOTHING = { isLinkProcessed: true, linkUrl: null, linkRoute: null, linkType: null };

test('an Android install with a click id is matched by it alone (§1.4, §4.3.2)', async () => {
  const service = linkServer({ 'match-link': PRODUCT });
  const device = createDevice({ os: 'android', referrer: 'utm_source=mail&clickId=abc' });
  const app = await device.launch();
  expect(app.context()).toMatchObject({
    isLinkProcessed: true,
    linkUrl: 'https://shop.test/product/42?ref=mail',
    linkRoute: '/product/42?ref=mail',
    linkType: 'deferred',
  });
  expect(service.requests.map(({ path, body }) => [path, body])).toEqual([['match-link', { clickId: 'abc' }]]);
});

test('without a click id a fingerprint of the listed parts is sent (§1.4, §4.3.3, §4.3.5)', async () => {
  const service = linkServer({ 'match-link': PRODUCT });
  const device = createDevice({ os: 'android', model: 'Pixel 9' });
  const app = await device.launch();
  expect(app.context().linkType).toBe('deferred');
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(service.to('match-link').map(({ body }) => body)).toEqual([
    {
      platform: 'android',
      model: 'Pixel 9',
      manufacturer: 'Google',
      systemVersion: '15',
      screenWidth: 750,
      screenHeight: 1334,
      scale: 2,
      locale: [{ languageTag: locale }],
      timezone: timeZone,
      userAgent: 'Mozilla/5.0 (test)',
      timestamp: Date.UTC(2026, 0, 1),
    },
  ]);
});

test('a part of the fingerprint that can’t be read is null and the rest still goes', async () => {
  const service = linkServer({ 'match-link': PRODUCT });
  const device = createDevice({
    os: 'ios',
    faults: { 'RNDeviceInfo.getUserAgent': never, 'RNDeviceInfo.model': null },
  });
  await device.launch();
  await device.wait(1000);
  expect(service.to('match-link')[0]?.body).toMatchObject({ model: null, userAgent: null, manufacturer: 'Apple' });
});

test('where Hermes has no Intl, Android’s own locale is sent and the time zone is null', async () => {
  const service = linkServer();
  jest.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
    throw new Error('no Intl');
  });
  await createDevice({ os: 'android', locale: 'pt_BR' }).launch();
  expect(service.to('match-link')[0]?.body).toMatchObject({ locale: [{ languageTag: 'pt-BR' }], timezone: null });
});

test('credentials and the version of the library go with every request (§5.1, §5.3, §9.3)', async () => {
  const service = linkServer({ 'match-link': { link: 'https://shop.test/abc' }, 'resolve-short': PRODUCT });
  await createDevice().launch();
  expect(service.requests.map(({ path }) => path)).toEqual(['match-link', 'resolve-short']);
  for (const { headers } of service.requests) {
    expect(headers.get('authorization')).toBe('Bearer pk_test');
    expect(headers.get('x-app-id')).toBe('shop');
    expect(headers.get('x-sdk')).toMatch(/^react-native-deferred-link\/\d+\.\d+\.\d+/);
    expect(headers.get('content-type')).toContain('application/json');
  }
});

test('the context stays unprocessed while the match is under way (§3)', async () => {
  linkServer({ 'match-link': never });
  const device = createDevice();
  const app = await device.launch();
  await device.wait(4900);
  expect(app.context()).toMatchObject({ ...NOTHING, isLinkProcessed: false });
  await device.wait(100);
  expect(app.context()).toMatchObject(NOTHING);
  expect(consoleLines()).toEqual([
    expect.stringMatching(
      /^error: \[Link\] No deferred link could be matched \(\S+docs\/debugging\.md\): no answer within 5000 ms\./
    ),
  ]);
});

test.each([
  ['an empty answer', {}],
  ['a null link', { link: null }],
  ['an empty link', { link: '' }],
  ['a dangerous link', { link: 'javascript:alert(1)' }],
  ['a link that is no link', { link: 'soon' }],
  ['a link of a wrong type', { link: 42 }],
  ['204', 204],
  ['404', 404],
])('%s means no match and is no error (§3)', async (_, answer) => {
  linkServer({ 'match-link': answer });
  const app = await createDevice().launch();
  expect(app.context()).toMatchObject(NOTHING);
});

test.each([
  [400, /HTTP 400/],
  [401, /API_KEY or config.appID.*401/],
  [403, /API_KEY or config.appID.*403/],
  [429, /HTTP 429/],
  [500, /HTTP 500/],
  ['cut', /can't be reached at links\.test \(TypeError.*\)\. It is down.*config\.baseUrl.*cleartext.*ATS/],
  ['html', /not JSON/],
] as const)(
  '%s from the match endpoint is logged once and the app goes on (§3, §5.1, §5.2, §7.1, §7.3, §7.4)',
  async (kind, message) => {
    const answers = {
      cut: HttpResponse.error(),
      html: new HttpResponse('<html>Log in</html>', { headers: { 'Content-Type': 'text/html' } }),
    };
    const service = linkServer({ 'match-link': typeof kind === 'number' ? kind : answers[kind] });
    const app = await createDevice().launch();
    expect(app.context()).toMatchObject(NOTHING);
    expect(service.to('match-link')).toHaveLength(1);
    const lines = consoleLines();
    expect(lines).toEqual([expect.stringMatching(message)]);
    expect(lines[0]).not.toContain('pk_test');
  }
);

describe('the service’s reason for no match', () => {
  const notFound = () => HttpResponse.json({ error: { code: 'no_match', message: 'None.' } }, { status: 404 });

  test('leads to the page with the reasons, without a warning', async () => {
    linkServer({ 'match-link': notFound });
    await createDevice().launch();
    const [line = '', ...others] = consoleLines();
    expect(others).toEqual([]);
    expect(line).toMatch(/^info: \[Link\] No link matched \(no_match\)/);
    expect(line).toMatch(/\/docs\/debugging\.md$/);
  });

  test('is not logged in a release build', () =>
    inRelease(async () => {
      linkServer({ 'match-link': notFound });
      await createDevice().launch();
      expect(consoleLines()).toEqual([]);
    }));
});

test('an app path is a link as well', async () => {
  linkServer({ 'match-link': { link: '/promo/summer/?ref=mail#top' } });
  const app = await createDevice().launch();
  expect(app.context()).toMatchObject({ linkRoute: '/promo/summer?ref=mail', linkType: 'deferred' });
});

test('a matched short link is resolved before its route is computed, and stays deferred (§4.2, §4.3.6, §4.3.7)', async () => {
  const service = linkServer({ 'match-link': { link: 'https://go.test/abc' }, 'resolve-short': PRODUCT });
  const app = await createDevice().launch();
  expect(service.to('resolve-short').map(({ body }) => body)).toEqual([{ url: 'https://go.test/abc' }]);
  expect(app.context()).toMatchObject({
    linkUrl: 'https://shop.test/product/42?ref=mail',
    linkRoute: '/product/42?ref=mail',
    linkType: 'deferred',
  });
});

test('of the service’s record only the link is read; unknown fields are ignored (§2.7)', async () => {
  linkServer({ 'match-link': { ...PRODUCT, score: 0.9, link_id: [] } });
  const app = await createDevice().launch();
  expect(app.context().linkRoute).toBe('/product/42?ref=mail');
});

describe('shouldUseFingerprint', () => {
  const copied = { clipboard: 'https://go.test/x', clipboardHasUrl: true };

  test.each([
    ['ios', 'android', copied, [{ pastedLink: 'https://go.test/x' }]],
    ['ios', false, copied, [{ pastedLink: 'https://go.test/x' }]],
    ['android', false, { referrer: 'clickId=abc' }, [{ clickId: 'abc' }]],
    ['ios', 'android', {}, []],
    ['ios', false, {}, []],
    ['android', false, { referrer: 'utm_source=mail' }, []],
    ['android', 'android', {}, [expect.objectContaining({ platform: 'android' })]],
    ['ios', true, copied, [expect.objectContaining({ platform: 'ios', pastedLink: 'https://go.test/x' })]],
  ] as const)('%s with %j and %j sends %j', async (os, shouldUseFingerprint, phone, bodies) => {
    const service = linkServer();
    const device = createDevice({ os, ...phone });
    const entries: Diagnostic[] = [];
    const app = await device.launch({
      config: { shouldUseFingerprint, onDiagnostic: (entry) => entries.push(entry) },
    });
    await device.wait(4000);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
    expect(service.requests.map(({ body }) => body)).toEqual(bodies);
    const isOn = shouldUseFingerprint === true || shouldUseFingerprint === os;
    expect(entries).toContainEqual(
      expect.objectContaining({ step: 'fingerprint', outcome: isOn ? 'gathered' : 'off' })
    );
    expect(entries).toContainEqual(expect.objectContaining({ step: 'match', outcome: 'none' }));
  });

  test('a first run without anything to ask with is used up', async () => {
    const service = linkServer({ 'match-link': { link: '/x' } });
    const device = createDevice({ os: 'ios' });
    await device.launch({ config: { shouldUseFingerprint: 'android' } });
    const app = await device.launch();
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
    expect(service.requests).toEqual([]);
  });

  test('where it is off, nothing but the time of the install is read from the device', async () => {
    linkServer();
    const device = createDevice({ os: 'ios' });
    await device.launch({ config: { shouldUseFingerprint: false } });
    await device.wait(4000);
    expect(device.phone.calls.filter((call) => call.startsWith('RNDeviceInfo.'))).toEqual([
      'RNDeviceInfo.getFirstInstallTime',
    ]);
  });
});

describe('the clipboard', () => {
  const copied = { clipboard: 'https://go.test/x?c=1', clipboardHasUrl: true };

  test('on iOS its link is sent as pastedLink (§4.3.4, §2.1)', async () => {
    const service = linkServer();
    await createDevice({ os: 'ios', ...copied }).launch();
    expect(service.to('match-link')[0]?.body.pastedLink).toBe('https://go.test/x?c=1');
  });

  test('with shouldUseClipboard false it is not even asked (§2.1, §4.3.4)', async () => {
    const service = linkServer();
    const device = createDevice({ os: 'ios', ...copied });
    await device.launch({ config: { shouldUseClipboard: false } });
    expect(service.to('match-link')[0]?.body).not.toHaveProperty('pastedLink');
    expect(device.phone.calls.filter((call) => call.startsWith('RNCClipboard'))).toEqual([]);
  });

  test('on Android it is never touched (§4.3.4)', async () => {
    const service = linkServer();
    const device = createDevice({ os: 'android', ...copied });
    await device.launch();
    expect(service.to('match-link')).toHaveLength(1);
    expect(device.phone.calls.filter((call) => call.startsWith('RNCClipboard'))).toEqual([]);
  });

  test('a clipboard that says it holds no URL is not read, so that no prompt appears (§8.2)', async () => {
    const service = linkServer();
    const device = createDevice({ os: 'ios', clipboard: 'https://go.test/x', clipboardHasUrl: false });
    await device.launch();
    expect(service.to('match-link')).toHaveLength(1);
    expect(device.phone.calls).not.toContain('RNCClipboard.getString');
  });

  test.each(['my password', 'null', '', 'myapp://secret', 'file:///etc/passwd'])(
    'the text %j is not sent',
    async (clipboard) => {
      const service = linkServer();
      await createDevice({ os: 'ios', clipboard, clipboardHasUrl: true }).launch();
      expect(service.to('match-link')[0]?.body).not.toHaveProperty('pastedLink');
    }
  );

  test('with linkDomains only a link on them is taken', async () => {
    const service = linkServer();
    const device = createDevice({ os: 'ios', clipboard: 'https://bank.test/transfer', clipboardHasUrl: true });
    await device.launch({ config: { linkDomains: ['*.go.test'] } });
    device.phone.disk.clear();
    device.phone.clipboard = 'https://a.go.test/x';
    await device.launch({ config: { linkDomains: ['*.go.test'] } });
    expect(service.to('match-link').map(({ body }) => body.pastedLink)).toEqual([undefined, 'https://a.go.test/x']);
  });

  test('a text that only begins with a link is not sent', async () => {
    for (const rest of [' My password is hunter2', '\nhunter2', '\thunter2', '\u2028hunter2', '\u00a0hunter2']) {
      const service = linkServer();
      const clipboard = `https://go.test/x${rest}`;
      await createDevice({ os: 'ios', clipboard, clipboardHasUrl: true }).launch();
      expect(service.to('match-link')[0]?.body).not.toHaveProperty('pastedLink');
    }
  });

  test('the fragment of a copied link is not sent', async () => {
    const service = linkServer();
    const clipboard = 'https://go.test/x?a=b#access_token=S3CRET';
    await createDevice({ os: 'ios', clipboard, clipboardHasUrl: true }).launch();
    expect(service.to('match-link')[0]?.body.pastedLink).toBe('https://go.test/x?a=b');
  });

  test('blanks around a link are not sent with it', async () => {
    const service = linkServer();
    await createDevice({ os: 'ios', clipboard: '  https://go.test/x \n', clipboardHasUrl: true }).launch();
    expect(service.to('match-link')[0]?.body.pastedLink).toBe('https://go.test/x');
  });
});

test('a request that takes too long is aborted, and one that is answered is not', async () => {
  const original = globalThis.fetch;
  const signals: (AbortSignal | null | undefined)[] = [];
  try {
    for (const answer of [() => new Promise<Response>(() => {}), () => Promise.resolve(new Response('{}'))]) {
      globalThis.fetch = (_, init) => {
        signals.push(init?.signal);
        return answer();
      };
      const device = createDevice();
      await device.launch();
      await device.wait(31_000);
    }
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
    expect(consoleLines()).toHaveLength(1);
  } finally {
    globalThis.fetch = original;
  }
});

test('once a link is found no timer is left', async () => {
  linkServer({ 'match-link': { link: '/found' } });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const before = jest.getTimerCount();
  const app = await device.launch();
  expect(app.context().linkRoute).toBe('/found');
  expect(jest.getTimerCount()).toBe(before);
});
