import type * as Native from '@react-navigation/native';
import type { Diagnostic } from 'react-native-deferred-link';
import { unopenedOn } from '../storage/stored';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice, type Launch } from '../support/createDevice';
import { createNavigationApp, DEFERRED, setUpNavigation } from '../support/createNavigationApp';
import { createTaker } from '../support/createTaker';
import { linkServer } from '../support/linkServer';

const publishedIn = (entries: Diagnostic[]) =>
  entries.filter(({ step }) => step === 'publish').map(({ outcome }) => outcome);

describe('a linking object of React Navigation', () => {
  setUpNavigation();

  test('opens it in the next launch, and removes it', async () => {
    const device = createDevice(DEFERRED);
    const app = await device.launch();
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/product/42?ref=mail');
    await app.unmount();
    const navigation = createNavigationApp();
    const later = await device.launch({ children: navigation.children });
    await device.wait(500);
    expect(navigation.stacks.at(-1)).toBe('Home > Product id=42 ref=mail');
    await later.unmount();
    const again = createNavigationApp();
    await device.launch({ children: again.children });
    await device.wait(500);
    expect(again.stacks).toEqual(['Home']);
  });

  /** How a link comes to a container that is ready, and so takes it in the moment in which it is published. */
  const ARRIVALS: Record<string, (device: ReturnType<typeof createDevice>, app: Launch) => Promise<void>> = {
    'after the deadline': (device) => device.wait(6000),
    pasted: async (device, app) => {
      await app.library.matchCopiedLink('https://go.test/abc');
      await device.wait(500);
    },
    'after consent': async (device, app) => {
      await app.rerender(CONFIG);
      await device.wait(500);
    },
    'by a retry': async (device) => {
      await device.background();
      await device.foreground();
      await device.wait(500);
    },
  };

  test.each(Object.entries(ARRIVALS))('does not open it again if it arrived %s', async (how, arrive) => {
    const answers: Record<string, () => object | number> = {
      'after the deadline': () => new Promise((resolve) => setTimeout(() => resolve({ link: '/product/42' }), 5500)),
      'by a retry': () => (service.to('match-link').length === 1 ? 503 : { link: '/product/42' }),
    };
    const service = linkServer({
      'match-link': ({ body }) =>
        how === 'pasted' && !body.pastedLink ? 404 : (answers[how]?.() ?? { link: '/product/42' }),
    });
    const device = createDevice(how === 'pasted' ? { os: 'ios' } : DEFERRED);
    const navigation = createNavigationApp();
    const app = await device.launch({
      children: navigation.children,
      config: { retryUnansweredMatch: true, consent: how === 'after consent' ? 'pending' : 'granted' },
    });
    await device.wait(500);
    await arrive(device, app);
    await device.wait(500);
    expect(navigation.stacks).toEqual(['Home', 'Home > Product id=42']);
    consoleLines();
    await app.unmount();
    const again = createNavigationApp();
    await device.launch({ children: again.children });
    await device.wait(500);
    expect(again.stacks).toEqual(['Home']);
  });

  test('tells of it once where no screen could open it, however often the app comes back', async () => {
    const device = createDevice(DEFERRED);
    const first = await device.launch();
    await device.wait(100);
    await first.unmount();
    const navigation = createNavigationApp({ setup: { getStateFromPath: () => undefined } });
    const entries: Diagnostic[] = [];
    await device.launch({ children: navigation.children, config: { onDiagnostic: (entry) => entries.push(entry) } });
    await device.wait(1000);
    await device.background();
    await device.foreground();
    await device.wait(100);
    expect(publishedIn(entries)).toEqual(['none', 'deferred']);
    expect(consoleLines()).toEqual([expect.stringContaining('No screen matches')]);
  });

  test('a denial withdraws it where no screen could open it', async () => {
    const device = createDevice(DEFERRED);
    const first = await device.launch();
    await device.wait(100);
    await first.unmount();
    const navigation = createNavigationApp({ setup: { getStateFromPath: () => undefined } });
    const taker = createTaker();
    taker.shown.current = false;
    const app = await device.launch({
      children: (library, Probe) => (
        <>
          {navigation.children()}
          {taker.children(library, Probe)}
        </>
      ),
    });
    await device.wait(1000);
    expect(consoleLines()).toEqual([expect.stringContaining('No screen matches')]);
    await app.rerender({ ...CONFIG, consent: 'denied' });
    taker.shown.current = true;
    await app.rerender({ ...CONFIG, consent: 'denied' });
    await device.wait(1000);
    expect(taker.taken).toEqual([]);
  });

  test('leaves it in storage for its day while the container is disabled, and erases it before it opens it', async () => {
    const device = createDevice(DEFERRED);
    let isSignedIn = false;
    const signedIn = () => isSignedIn;
    for (let launches = 0; launches < 3; launches++) {
      const navigation = createNavigationApp({ isEnabled: signedIn });
      const app = await device.launch({ children: navigation.children });
      await device.wait(3000);
      expect(navigation.stacks).toEqual(['Home']);
      await app.unmount();
    }
    const onDisk: unknown[] = [];
    const navigation = createNavigationApp({
      isEnabled: signedIn,
      setup: {
        getStateFromPath(...args) {
          onDisk.push(unopenedOn(device.phone.disk));
          const { getStateFromPath } = require('@react-navigation/native') as typeof Native;
          return getStateFromPath(...args);
        },
      },
    });
    const app = await device.launch({ children: navigation.children });
    await device.wait(3000);
    isSignedIn = true;
    await app.rerender();
    await device.wait(3000);
    expect(navigation.stacks).toEqual(['Home', 'Home > Product id=42 ref=mail']);
    expect(onDisk).toEqual([undefined]);
  });
});
