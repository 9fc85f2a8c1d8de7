import { HttpResponse } from 'msw';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { linkServer, never } from '../support/linkServer';

const NOTHING = { isLinkProcessed: true, linkUrl: null, linkRoute: null, linkType: null };

describe('retryUnansweredMatch, in the same visit', () => {
  /** A first run that gets no answer, and when each request has come, in ms since the launch. */
  async function launchUnanswered(answer: (count: number) => object | number, config = {}) {
    const asked: number[] = [];
    const start = performance.now();
    linkServer({
      'match-link': () => {
        asked.push(Math.floor((performance.now() - start) / 100) * 100);
        return answer(asked.length);
      },
    });
    const device = createDevice();
    const app = await device.launch({ config: { retryUnansweredMatch: true, ...config } });
    await device.wait(100);
    expect(app.context()).toMatchObject(NOTHING);
    return { device, app, asked };
  }

  test('it asks again after 2, 5 and 10 seconds, and then no more', async () => {
    const { device, asked } = await launchUnanswered(() => 503);
    await device.wait(60_000);
    expect(asked).toEqual([0, 2000, 7000, 17_000]);
    expect(consoleLines()).toHaveLength(4);
  });

  test('the link that is found then arrives late', async () => {
    const { device, app } = await launchUnanswered((count) => (count < 3 ? 503 : { link: '/found' }));
    await device.wait(7100);
    expect(app.context()).toMatchObject({ linkRoute: '/found', linkType: 'deferred' });
    expect(consoleLines()).toHaveLength(2);
  });

  test('it asks after the time that the service names', async () => {
    const busy = (seconds: string) => new HttpResponse(null, { status: 503, headers: { 'Retry-After': seconds } });
    const { device, asked } = await launchUnanswered((count) =>
      count === 1 ? busy('4') : count === 2 ? busy('1') : 404
    );
    await device.wait(60_000);
    expect(asked).toEqual([0, 4000, 5000]);
    expect(consoleLines()).toHaveLength(2);
  });

  test('a service that always names a time is asked no more often', async () => {
    const busy = new HttpResponse(null, { status: 503, headers: { 'Retry-After': '1' } });
    const { device, asked } = await launchUnanswered(() => busy.clone());
    await device.wait(60_000);
    expect(asked).toEqual([0, 1000, 2000, 3000]);
    consoleLines();
  });

  test.each([
    [7000, [0, 2000]],
    [7300, [0, 2000, 7000]],
  ])('within lateLinkMs of %s ms it asks at %j', async (lateLinkMs, times) => {
    const { device, asked } = await launchUnanswered(() => 503, { lateLinkMs });
    await device.wait(60_000);
    expect(asked).toEqual(times);
    consoleLines();
  });

  test('a link that is opened in a pause ends it', async () => {
    const { device, app, asked } = await launchUnanswered(() => 503);
    await device.tap('shop://cart');
    await device.wait(60_000);
    expect(asked).toEqual([0]);
    expect(app.context().linkRoute).toBe('/cart');
    consoleLines();
  });

  test('a request that hangs is given up after timeoutMs, and asked again', async () => {
    const { device, asked } = await launchUnanswered((count) => (count === 2 ? never() : 503));
    await device.wait(60_000);
    expect(asked).toEqual([0, 2000, 12_000, 22_000]);
    consoleLines();
  });

  test('a return asks at once, and again after pauses of its own', async () => {
    const { device, asked } = await launchUnanswered(() => 503);
    await device.wait(40_000);
    asked.length = 0;
    await device.background();
    await device.foreground();
    await device.wait(60_000);
    expect(asked.map((at) => at - Number(asked[0]))).toEqual([0, 5000, 15_000]);
    consoleLines();
  });

  test('without the option there is one request', async () => {
    const { device, asked } = await launchUnanswered(() => 503, { retryUnansweredMatch: false });
    await device.wait(60_000);
    expect(asked).toEqual([0]);
    consoleLines();
  });

  test('getInstallLink waits for a request, and not through a pause', async () => {
    const { device, app } = await launchUnanswered((count) => (count < 2 ? 503 : { link: '/found' }));
    const answers: unknown[] = [];
    const ask = () => void app.library.getInstallLink().then((link) => answers.push(link?.route));
    ask();
    await device.wait(100);
    expect(answers).toEqual([undefined]);
    await device.wait(2000);
    ask();
    await device.wait(100);
    expect(answers).toEqual([undefined, '/found']);
    consoleLines();
  });
});
