import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { PNG } from 'pngjs';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';

const jsQR = createRequire(import.meta.url)('jsqr') as (
  data: Uint8ClampedArray,
  width: number,
  height: number
) => { data: string } | null;

async function createAll(shop: Shop, body: object) {
  const response = await shop.callAsOwner('/api/links/bulk', { body });
  const answer = (await response.json()) as {
    links?: { code: string; name: string; destination: string; title: string; data: unknown; campaign: string }[];
    error?: { fields: { name: string; message: string }[] };
  };
  return { status: response.status, ...answer };
}

const template = {
  code: 'xmas-{name}',
  destination: 'https://shop.test/sale?ref={name}',
  title: 'Hello from {name}',
  data: { influencer: '{name}' },
  campaign: 'xmas26',
};

onOneDatabase('links for names', (opened) => {
  test('are created from a template, each with its name', async () => {
    const shop = await openShop(opened.database);
    const { status, links = [] } = await createAll(shop, { names: ['Ana López', 'B&B $&'], template });
    assert.equal(status, 201);
    assert.deepEqual(
      links.map(({ code, name, destination, title, data, campaign }) => [
        code,
        name,
        destination,
        title,
        data,
        campaign,
      ]),
      [
        ...[['xmas-ana-lopez', 'Ana López', 'https://shop.test/sale?ref=Ana%20L%C3%B3pez']],
        ...[['xmas-b-b', 'B&B $&', 'https://shop.test/sale?ref=B%26B%20%24%26']],
      ].map(([code, name, destination]) => [
        ...[code, name, destination, `Hello from ${name}`, { influencer: name }, 'xmas26'],
      ])
    );
  });

  test('have their name in every address, as addresses need it', async () => {
    const shop = await openShop(opened.database);
    const address = 'https://shop.test/over?ref={name}';
    const addresses = { imageUrl: address, afterwards: address, fallbacks: { desktop: address } };
    const { links = [] } = await createAll(shop, { names: ['a&b=c'], template: { ...template, ...addresses } });
    const filled = 'https://shop.test/over?ref=a%26b%3Dc';
    assert.deepEqual(
      links.map((link) => JSON.stringify(link).split(filled).length - 1),
      [3]
    );
  });

  test('are all refused if a code is taken twice, a field is wrong, or a name comes twice', async () => {
    const shop = await openShop(opened.database);
    const taken = await createAll(shop, { names: ['Ana', 'ana!'], template });
    assert.deepEqual([taken.status, taken.error?.fields], [409, [{ name: 'links.1.code', message: 'is taken' }]]);
    const wrong = await createAll(shop, { names: ['Ana'], template: { ...template, tittle: 'x' } });
    assert.equal(wrong.status, 400);
    assert.match(wrong.error?.fields[0]?.message ?? '', /tittle/);
    for (const body of [
      { names: ['Ana', 'Ana'], template },
      { names: ['Ana'] },
      { template },
      {},
      { names: ['Ana'], template, links: [template] },
      { names: [' '], template },
      { names: ['Ana'], template: { code: '{name}' } },
    ]) {
      assert.equal((await createAll(shop, body)).status, 400, JSON.stringify(body));
    }
    const { links } = (await (await shop.callAsOwner('/api/links?campaign=xmas26')).json()) as { links: unknown[] };
    assert.deepEqual(links, []);
  });

  test('may be in any script: a name that gives no code gets a random one', async () => {
    const shop = await openShop(opened.database);
    const { status, links = [] } = await createAll(shop, { names: ['冬のセール', 'Ana'], template });
    assert.equal(status, 201);
    const [winter, ana] = links;
    assert.match(winter?.code ?? '', /^[\w-]{4,}$/);
    assert.ok(!winter?.code.startsWith('xmas-'));
    assert.equal(ana?.code, 'xmas-ana');
  });

  test('have QR codes in one file, as SVG and PNG, which phones read', async () => {
    const shop = await openShop(opened.database);
    await createAll(shop, { names: ['Ana', 'Ben'], template: { ...template, code: 'x/{name}' } });
    const response = await shop.callAsOwner('/api/links/qr.zip?campaign=xmas26');
    assert.equal(response.headers.get('content-type'), 'application/zip');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    assert.deepEqual(Object.keys(files).sort(), [
      'Ana (x-ana).png',
      'Ana (x-ana).svg',
      'Ben (x-ben).png',
      'Ben (x-ben).svg',
    ]);
    for (const [code, name] of [
      ['x/ana', 'Ana (x-ana)'],
      ['x/ben', 'Ben (x-ben)'],
    ] as const) {
      const png = PNG.sync.read(Buffer.from(files[`${name}.png`] ?? []));
      assert.equal(jsQR(new Uint8ClampedArray(png.data), png.width, png.height)?.data, `${shop.origin}/${code}`);
      assert.match(strFromU8(files[`${name}.svg`] ?? new Uint8Array()), /^<svg [^>]+><path .*<\/svg>\n$/);
    }
    const alike = { code: 'x-ana', name: 'Ana', destination: '/sale', campaign: 'xmas26' };
    assert.equal((await shop.callAsOwner('/api/links', { body: alike })).status, 201);
    const again = await shop.callAsOwner('/api/links/qr.zip?campaign=xmas26');
    const names = Object.keys(unzipSync(new Uint8Array(await again.arrayBuffer())));
    assert.ok(names.length === 6 && names.includes('Ana (x-ana)-2.svg'), 'files of the same name are numbered');
    assert.equal((await shop.callAsOwner('/api/links/qr.zip')).status, 400);
    assert.equal((await shop.callAsOwner('/api/links/qr.zip?campaign=none')).status, 200);
  });

  for (const [what, data, message] of [
    [
      'more places than names can be put into',
      JSON.stringify({ a: '{name}'.repeat(30_000) }),
      'is too large for so many names',
    ],
    ['more levels than a phone can read', `${'['.repeat(60_000)}${']'.repeat(60_000)}`, 'is nested too deeply'],
  ] as const) {
    test(`a template with ${what} is refused before any link is made of it`, async () => {
      const shop = await openShop(opened.database);
      const names = Array.from({ length: 500 }, (_, number) => `${'x'.repeat(90)}${number}`);
      const response = await shop.callAsOwner('/api/links/bulk', {
        body: `{"names":${JSON.stringify(names)},"template":{"destination":"/a","data":${data}}}`,
      });
      assert.equal(response.status, 400);
      const { error } = (await response.json()) as { error: { fields: unknown } };
      assert.deepEqual(error.fields, [{ name: 'template', message }]);
    });
  }
});
