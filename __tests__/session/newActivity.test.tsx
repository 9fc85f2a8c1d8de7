import { render } from '@testing-library/react-native';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice, type Launch } from '../support/createDevice';
import { linkServer } from '../support/linkServer';
import { diskWith } from '../storage/stored';

const used = () => diskWith();

describe('a new activity in a living process, on Android', () => {
  /** Back destroys the activity, and a link makes a new one: no event is sent for it. */
  async function reopen(device: ReturnType<typeof createDevice>, app: Launch, url: unknown) {
    await device.background();
    await app.unmount();
    device.phone.initialUrl = url;
    await app.mount();
    await device.foreground();
    await device.wait(100);
  }

  test('its link is published when the app comes to the foreground, while the first root stays mounted', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    await device.background();
    device.phone.initialUrl = 'shop://cart';
    await device.foreground();
    expect(app.context().linkRoute).toBe('/cart');
    await app.clearLink();
    for (let times = 0; times < 2; times++) {
      await device.background();
      await device.foreground();
    }
    expect(app.context().linkUrl).toBeNull();
  });

  test('its link is published when its own provider mounts, while the first one stays mounted', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    device.phone.initialUrl = 'shop://cart';
    render(<app.library.LinkProvider config={CONFIG}>{null}</app.library.LinkProvider>);
    await device.wait(0);
    expect(app.context().linkRoute).toBe('/cart');
    consoleLines();
  });

  test('on iOS nothing is asked again', async () => {
    const device = createDevice({ os: 'ios', disk: used() });
    await device.launch();
    device.phone.calls.length = 0;
    await device.background();
    await device.foreground();
    expect(device.phone.calls.filter((call) => call.includes('getInitialURL'))).toEqual([]);
  });

  test('the link that made it is published', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    await reopen(device, app, 'shop://cart');
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/cart', linkType: 'scheme' });
  });

  test('an echo of the link that made it is not published again; a tap two seconds later is', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    await device.wait(10_000);
    await reopen(device, app, 'shop://cart');
    await app.clearLink();
    await device.tap('shop://cart');
    expect(app.context().linkUrl).toBeNull();
    await device.wait(1900);
    await device.tap('shop://cart');
    expect(app.context().linkRoute).toBe('/cart');
  });

  test('the filter and the diagnostics hear of the same launch link once, however often the app returns', async () => {
    const asked: string[] = [];
    const steps: string[] = [];
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://login/callback' });
    await device.launch({
      config: {
        filter: (url) => asked.push(url) === 0,
        onDiagnostic: ({ step }) => void (/initialLink|filter/.test(step) && steps.push(step)),
      },
    });
    for (let times = 0; times < 3; times++) {
      await device.background();
      await device.foreground();
    }
    expect(asked).toEqual(['shop://login/callback']);
    expect(steps).toEqual(['filter', 'initialLink']);
    device.phone.initialUrl = 'shop://cart';
    await device.foreground();
    expect(asked).toEqual(['shop://login/callback', 'shop://cart']);
  });

  test('the launch link that the system still holds is not published again', async () => {
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://cart' });
    const app = await device.launch();
    await app.clearLink();
    await device.wait(5000);
    await reopen(device, app, 'shop://cart');
    expect(app.context().linkUrl).toBeNull();
  });

  test('nor is it after another link was tapped', async () => {
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://cart' });
    const app = await device.launch();
    await device.tap('shop://other');
    await app.clearLink();
    await app.unmount();
    await app.mount();
    await device.wait(100);
    expect(app.context().linkUrl).toBeNull();
  });

  test('a link that was tapped before and that the app has set as its intent is not published again', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    await device.tap('shop://cart');
    await app.clearLink();
    await reopen(device, app, 'shop://cart');
    expect(app.context().linkUrl).toBeNull();
  });

  test('each activity may bring another link, the first one again too', async () => {
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://a' });
    const app = await device.launch();
    for (const url of ['shop://b', 'shop://a']) {
      await app.clearLink();
      await device.wait(5000);
      await reopen(device, app, url);
      expect(app.context().linkUrl).toBe(url);
    }
  });

  test.each([
    ['without a link', null],
    ['by a link that config.filter refuses', 'shop://login/callback?code=1'],
  ])('after one that was made %s, the link from before is a new one', async (_, url) => {
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://cart' });
    const app = await device.launch({ config: { filter: (link) => !link.startsWith('shop://login') } });
    for (let times = 0; times < 2; times++) {
      await app.clearLink();
      await device.wait(5000);
      await reopen(device, app, url);
      expect(app.context().linkUrl).toBeNull();
      await reopen(device, app, 'shop://cart');
      expect(app.context().linkRoute).toBe('/cart');
    }
  });

  test('a system that fails to say which link it holds may still hold the old one', async () => {
    const answer = jest.fn<Promise<unknown>, []>().mockResolvedValue('shop://cart');
    const device = createDevice({ os: 'android', disk: used(), faults: { 'IntentAndroid.getInitialURL': answer } });
    const app = await device.launch();
    await app.clearLink();
    answer.mockRejectedValueOnce(new Error('no activity'));
    await reopen(device, app, null);
    await reopen(device, app, null);
    expect(answer).toHaveBeenCalledTimes(5);
    expect(app.context().linkUrl).toBeNull();
  });

  test('a launch link that comes after one without a link is older than the link that was tapped before', async () => {
    let launchWith: (url: string) => void = () => {};
    const answer = jest.fn<Promise<unknown>, []>().mockResolvedValue(null);
    answer.mockReturnValueOnce(new Promise((resolve) => (launchWith = resolve)));
    const device = createDevice({ os: 'android', disk: used(), faults: { 'IntentAndroid.getInitialURL': answer } });
    const app = await device.launch();
    await device.wait(1000);
    await device.tap('shop://cart');
    await reopen(device, app, null);
    launchWith('shop://old');
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/cart');
  });

  test.each(['shop://old', null])(
    'a link that is tapped before the system says what made it (%s) is newer',
    async (url) => {
      let say: (url: string | null) => void = () => {};
      const answer = jest.fn<Promise<unknown>, []>().mockResolvedValueOnce(null);
      answer.mockReturnValueOnce(new Promise((resolve) => (say = resolve)));
      const device = createDevice({ os: 'android', disk: used(), faults: { 'IntentAndroid.getInitialURL': answer } });
      const app = await device.launch();
      await reopen(device, app, null);
      await device.tap('shop://cart');
      say(url);
      await device.wait(100);
      expect(app.context().linkRoute).toBe('/cart');
      await app.clearLink();
      // The app has set the tapped link as its intent.
      answer.mockResolvedValue('shop://cart');
      await reopen(device, app, null);
      expect(answer).toHaveBeenCalledTimes(5);
      expect(app.context().linkUrl).toBeNull();
    }
  );

  test('its link is published once, also if it comes as an event too', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    await reopen(device, app, 'shop://cart');
    await app.clearLink();
    await device.tap('shop://cart');
    expect(app.context().linkUrl).toBeNull();
  });

  test('config.filter is asked, and short links are resolved', async () => {
    linkServer({ 'resolve-short': { link: '/target' } });
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch({ config: { filter: (url) => !url.startsWith('shop://login') } });
    await reopen(device, app, 'shop://login/callback?code=1');
    expect(app.context().linkUrl).toBeNull();
    await reopen(device, app, 'https://go.test/abc');
    expect(app.context().linkRoute).toBe('/target');
  });

  test('one that comes while the match is under way wins over it', async () => {
    let answer: (link: object) => void = () => {};
    linkServer({ 'match-link': () => new Promise((resolve) => (answer = resolve)) });
    const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
    const app = await device.launch();
    await reopen(device, app, 'shop://cart');
    answer({ link: '/deferred' });
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/cart');
  });

  test('iOS, where the launch link never changes, is not asked again', async () => {
    const device = createDevice({ os: 'ios', disk: used() });
    const app = await device.launch();
    device.phone.calls.length = 0;
    await reopen(device, app, 'shop://cart');
    expect(device.phone.calls).not.toContain('LinkingManager.getInitialURL');
    expect(app.context().linkUrl).toBeNull();
  });

  test('StrictMode, which mounts twice, asks once', async () => {
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://cart' });
    const app = await device.launch({ strict: true });
    expect(device.phone.calls.filter((call) => call === 'IntentAndroid.getInitialURL')).toHaveLength(1);
    expect(app.context().linkRoute).toBe('/cart');
  });
});
