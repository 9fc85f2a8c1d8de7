import { consoleLines } from '../support/consoleLines';
import { createContainers, RELEASES } from '../support/createContainers';

/** What a link's path says, and what its screen gets. */
const BROKEN = [
  ['100%', '100%'],
  ['100%25', '100%'],
  ['%', '%'],
  ['%%%', '%%%'],
  ['%zz', '%zz'],
  ['%E0%A4%A', '%E0%A4%A'],
  ['%FF%20%FF', '%FF %FF'],
  ['%C3%A4', 'ä'],
  ['caf%C3%A9%20%26%20100%', 'café & 100%'],
  ['a%2Fb', 'a/b'],
];

describe.each(RELEASES)('%s', (release) => {
  test('a link is the first screen, and the next one is opened, once each', async () => {
    const app = createContainers({ release });
    app.render({ key: 'first' });
    await app.wait(20);
    app.open('/product/1');
    await app.wait(1000);
    app.open('/product/2');
    await app.wait(1000);
    expect(app.opened).toEqual(['first /product/1', 'first /product/2']);
    expect(app.waiting()).toBe(null);
  });

  test('each screen finds the data of the link that has opened it', async () => {
    const app = createContainers({ release });
    app.render({ key: 'first' });
    await app.wait(20);
    app.open('/product/1?ref=a%20b', { data: { by: 'Ada' } });
    await app.wait(1000);
    app.open('/product/2', { data: { by: 'Bob' } });
    await app.wait(1000);
    app.open('/product/3');
    await app.wait(1000);
    expect(app.found).toEqual({ 1: { by: 'Ada' }, 2: { by: 'Bob' }, 3: null });
  });

  test('a container that is replaced while the session looks for a link leaves the link to the next one', async () => {
    const app = createContainers({ release });
    app.render({ key: 'first' });
    await app.wait(20);
    app.render({ key: 'second' });
    await app.wait(20);
    app.open('/product/1');
    await app.wait(1000);
    expect(app.opened).toEqual(['second /product/1']);
    expect(app.waiting()).toBe(null);
  });

  test('a restored state gets the link on top of it, though the link was there first', async () => {
    const app = createContainers({ release, isRestored: true });
    app.open('/product/1');
    app.render({ key: 'first' });
    await app.wait(1000);
    expect(app.opened).toEqual(['first /product/1']);
    expect(app.waiting()).toBe(null);
  });

  test.each(BROKEN)('/product/%s opens the product %s, before and after the first screen', async (path, id) => {
    const app = createContainers({ release });
    app.open(`https://shop.test/product/${path}?q=${path}`);
    app.render({ key: 'first' });
    await app.wait(1000);
    expect(app.params()).toEqual({ id, q: id });
    app.open('/cart');
    await app.wait(1000);
    app.open(`https://shop.test/product/${path}?q=${path}`);
    await app.wait(1000);
    expect(app.params()).toEqual({ id, q: id });
  });

  test('a question mark in a query is part of it', async () => {
    const app = createContainers({ release });
    app.open('/product/1?q=who?&a=b?c');
    app.render({ key: 'first' });
    await app.wait(1000);
    expect(app.params()).toEqual({ id: '1', q: 'who?', a: 'b?c' });
  });

  test('an error in an option of the app is told, does not unmount the app, and leaves the link in the context', async () => {
    const setup = {
      config: {
        screens: {
          Home: '',
          Cart: 'cart',
          Product: {
            path: 'product/:id',
            parse: {
              id() {
                throw new Error('mine');
              },
            },
          },
        },
      },
    };
    const app = createContainers({ release, setup });
    app.open('/product/1');
    app.render({ key: 'first' });
    await app.wait(1000);
    expect(new Set(consoleLines())).toEqual(new Set(['error: [Link] A link could not be opened: Error: mine.']));
    expect(app.waiting()).toBe('/product/1');
    app.open('/cart');
    await app.wait(1000);
    expect(app.opened).toEqual(['first /cart']);
  });
});
