import type { Consent } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice, type Launch } from '../support/createDevice';
import { gate } from '../support/gate';
import { linkServer, never } from '../support/linkServer';
import type { NativeFaults } from '../support/nativeModules';
import { runOn } from '../storage/stored';

const LINK = 'https://shop.test/product/42';

const FOUND = { isLinkProcessed: true, linkUrl: LINK, linkRoute: '/product/42', linkType: 'deferred' };

const NOTHING = { isLinkProcessed: true, linkUrl: null, linkRoute: null, linkType: null };

const set = (app: Launch, consent: Consent) => app.rerender({ ...CONFIG, consent });

/** Native calls that read or keep something about the person or the phone. */
const intrusive = (calls: string[]) => calls.filter((call) => !/^(Linking|Intent|AppState)/.test(call));

const WITHHELD = ['pending', 'denied'] as const;

test.each(WITHHELD)('granted → %s → granted matches no second time, and the next launch neither', async (consent) => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const app = await device.launch();
  await device.wait(1000);
  await app.clearLink();
  await set(app, consent);
  await device.wait(1000);
  expect(runOn(device.phone.disk)).toBe(consent === 'pending' ? 'used' : undefined);
  await set(app, 'granted');
  await device.wait(1000);
  expect(app.context()).toMatchObject(NOTHING);
  expect(runOn(device.phone.disk)).toBe('used');
  await app.unmount();
  await device.launch();
  await device.wait(1000);
  expect(service.to('match-link')).toHaveLength(1);
});

interface Stage {
  os: 'ios' | 'android';
  /** What hangs at this stage, on the phone or at the service. */
  fault?: (hang: () => Promise<unknown>) => NativeFaults;
  endpoint?: 'match-link' | 'resolve-short';
  /** What the phone or the service answers when it goes on. */
  answer: unknown;
  /** Whether the app goes on only when this stage has ended. */
  isAwaited?: boolean;
}

const STAGES: Record<string, Stage> = {
  'reading the record': {
    os: 'android',
    fault: (hang) => ({ 'RNAsyncStorage.legacy_multiGet': hang }),
    answer: [['', null]],
    isAwaited: true,
  },
  'asking for the referrer': {
    os: 'android',
    fault: (hang) => ({ 'PlayInstallReferrer.getInstallReferrerInfo': hang }),
    answer: undefined,
  },
  'gathering the fingerprint': { os: 'ios', fault: (hang) => ({ 'RNDeviceInfo.getUserAgent': hang }), answer: 'agent' },
  'asking whether the clipboard has a link': {
    os: 'ios',
    fault: (hang) => ({ 'RNCClipboard.hasWebURL': hang }),
    answer: true,
  },
  'waiting at the paste prompt': { os: 'ios', fault: (hang) => ({ 'RNCClipboard.getString': hang }), answer: LINK },
  matching: { os: 'ios', endpoint: 'match-link', answer: { link: LINK } },
  resolving: { os: 'ios', endpoint: 'resolve-short', answer: { link: LINK } },
};

describe.each(Object.entries(STAGES))(
  'consent withdrawn while %s',
  (_, { os, fault, endpoint, answer, isAwaited = false }) => {
    test.each(WITHHELD)('%s: nothing more is read, sent or shown; a grant starts anew', async (consent) => {
      const hold = gate<unknown>();
      let isHeld = true;
      const hang = () => (isHeld ? hold.wait() : Promise.resolve(answer));
      const reply = (path: string, link: string) => () => (path === endpoint ? (hang() as Promise<object>) : { link });
      const service = linkServer({
        'match-link': reply('match-link', endpoint === 'resolve-short' ? 'https://shop.test/abc' : LINK),
        'resolve-short': reply('resolve-short', LINK),
      });
      const device = createDevice({
        os,
        clipboard: LINK,
        clipboardHasUrl: true,
        ...(fault && { faults: fault(hang) }),
      });
      const app = await device.launch();
      await device.wait(200);
      expect(hold.isReached()).toBe(true);
      expect(app.context().isLinkProcessed).toBe(false);

      await set(app, consent);
      if (!isAwaited) expect(app.context()).toMatchObject(NOTHING);
      device.phone.calls.length = 0;
      const requests = service.requests.length;
      hold.open(answer);
      isHeld = false;
      await device.wait(10_000);
      expect(app.context()).toMatchObject(NOTHING);
      expect(intrusive(device.phone.calls).filter((call) => !/multi(Get|Remove)/.test(call))).toEqual([]);
      expect(service.requests).toHaveLength(requests);
      // The id was stored for a request that had left with consent.
      expect([undefined, consent === 'pending' ? 'first' : undefined]).toContain(runOn(device.phone.disk));

      await set(app, 'granted');
      await device.wait(5000);
      expect(app.context()).toMatchObject(FOUND);
      expect(runOn(device.phone.disk)).toBe('used');
    });
  }
);

test.each(WITHHELD)('a short direct link that is being resolved when consent turns %s is not lost', async (consent) => {
  const hold = gate<object>();
  linkServer({ 'resolve-short': hold.wait });
  const device = createDevice({ initialUrl: 'https://shop.test/abc' });
  const app = await device.launch();
  await device.wait(100);
  await set(app, consent);
  await device.wait(6000);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/abc', linkType: 'verified' });
  consoleLines();
});

test('a short link that is being resolved is waited for when consent is withdrawn from the match', async () => {
  const answer = gate<object>();
  linkServer({ 'match-link': never, 'resolve-short': () => answer.wait() });
  const device = createDevice();
  const app = await device.launch();
  await device.tap('https://go.test/abc');
  await set(app, 'pending');
  expect(app.context().isLinkProcessed).toBe(false);
  answer.open({ link: '/target' });
  await device.wait(0);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/target' });
});
