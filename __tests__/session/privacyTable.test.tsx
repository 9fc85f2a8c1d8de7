import { createDevice } from '../support/createDevice';
import { linkServer } from '../support/linkServer';

// The table in docs/privacy.md, cell by cell: what a first launch reads, sends and stores.

const COPIED = 'https://go.test/abc?clickId=1';

const READERS: Record<string, RegExp> = {
  storage: /AsyncStorage\.(legacy_)?multiGet/,
  'install time': /getFirstInstallTime/,
  referrer: /PlayInstallReferrer\.getInstallReferrerInfo/,
  fingerprint: /getUserAgent/,
  clipboard: /RNCClipboard\.getString/,
};

const cells = (['granted', 'pending', 'denied'] as const).flatMap((consent) =>
  ([true, 'android', false] as const).flatMap((shouldUseFingerprint) =>
    [true, false].flatMap((shouldUseClipboard) =>
      (['ios', 'android'] as const).map((os) => ({ consent, shouldUseFingerprint, shouldUseClipboard, os }))
    )
  )
);

test.each(cells)(
  'consent $consent, fingerprint $shouldUseFingerprint, clipboard $shouldUseClipboard on $os',
  async ({ consent, shouldUseFingerprint, shouldUseClipboard, os }) => {
    const service = linkServer();
    const device = createDevice({ os, clipboard: COPIED, clipboardHasUrl: true });
    await device.launch({ config: { consent, shouldUseFingerprint, shouldUseClipboard, linkDomains: ['go.test'] } });
    await device.wait(2000);

    const isGranted = consent === 'granted';
    const usesFingerprint = isGranted && (shouldUseFingerprint === true || shouldUseFingerprint === os);
    const usesClipboard = isGranted && shouldUseClipboard && os === 'ios';
    const read = Object.keys(READERS).filter((name) => device.phone.calls.some((call) => READERS[name]?.test(call)));
    expect(read).toEqual([
      ...(isGranted ? ['storage', 'install time'] : []),
      ...(isGranted && os === 'android' ? ['referrer'] : []),
      ...(usesFingerprint ? ['fingerprint'] : []),
      ...(usesClipboard ? ['clipboard'] : []),
    ]);
    const sent = service.requests.map(({ path, body }) => [path, 'platform' in body, body.pastedLink ?? null]);
    expect(sent).toEqual(
      usesFingerprint || usesClipboard ? [['match-link', usesFingerprint, usesClipboard ? COPIED : null]] : []
    );
    expect(service.requests.every(({ headers }) => headers.has('X-Install-ID'))).toBe(true);
    expect(device.phone.disk.size > 0).toBe(isGranted);

    // Whoever opens a short link asked for it, whatever they agreed to.
    service.requests.length = 0;
    const stored = new Map(device.phone.disk);
    await device.tap('https://go.test/xyz');
    expect(service.requests.map(({ path, body, headers }) => [path, body, headers.has('X-Install-ID')])).toEqual([
      ['resolve-short', { url: 'https://go.test/xyz' }, isGranted],
    ]);
    if (!isGranted) expect(device.phone.disk).toEqual(stored);
  }
);
