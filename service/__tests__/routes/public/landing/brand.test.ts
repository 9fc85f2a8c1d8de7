import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { brandStyle } from '../../../../src/routes/public/landing/brandStyle.ts';
import { contrastOf } from '../../../../src/values/colour.ts';
import { readIcon } from '../../../../src/values/icon.ts';
import { MAX_OWN_TEXTS } from '../../../../src/values/ownTexts.ts';
import { dataUrl, png } from '../../../support/icons.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone, pixel, type Phone } from '../../../support/phones.ts';

const MAX_PAGE_BYTES = 14_000;

const desktop: Phone = {
  ...pixel,
  browser: { ...pixel.browser, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/125' },
};

const change = (shop: Shop, body: object) => shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body });

const variable = (style: string, name: string) =>
  [...style.matchAll(new RegExp(`--${name}:(#[0-9a-f]{6});`, 'g'))].map(([, value]) => value ?? '');

/** A WebP up to its size; the three kinds keep it in different places. */
function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(32, 4);
  bytes.write(`WEBP${kind}`, 8, 'latin1');
  if (kind === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else if (kind === 'VP8L') {
    bytes[20] = 0x2f;
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    bytes.write('\x9d\x01\x2a', 23, 'latin1');
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  }
  return bytes;
}

test('every text has enough contrast for every accent and background, in light and dark, on phones and on the card', () => {
  const part = fc.integer({ min: 0, max: 255 });
  const colour = fc.option(fc.tuple(part, part, part).map((parts) => `#${Buffer.from(parts).toString('hex')}`));
  fc.assert(
    fc.property(colour, colour, (accent, background) => {
      const style = brandStyle({ accent, background });
      const value = (name: string, scheme: number) => variable(style, name)[scheme] ?? '';
      for (const scheme of [0, 1]) {
        const contrast = (one: string, other: string) => contrastOf(value(one, scheme), value(other, scheme));
        // The button's text and the tile's letter are large and bold.
        assert.ok(contrast('accent-ink', 'accent') >= 3);
        for (const ink of ['ink', 'quiet']) {
          for (const ground of ['ground', 'glow', 'card'])
            assert.ok(contrast(ink, ground) >= 4.5, `${ink} on ${ground}`);
        }
        for (const ground of ['ground', 'card']) assert.ok(contrast('edge', ground) >= 3, `edge on ${ground}`);
      }
    })
  );
});

test('a bright background is darkened for the dark scheme, and keeps its colour in the light one', () => {
  const [light, dark] = variable(brandStyle({ accent: null, background: '#ffe4e6' }), 'ground');
  assert.equal(light, '#ffe4e6');
  assert.ok(contrastOf(dark ?? '', '#ffffff') > 12);
});

test('with an accent, a bright background gives way to a shade of it in the dark scheme, not to grey', () => {
  const dark = (background: string | null) => variable(brandStyle({ accent: '#0f766e', background }), 'ground')[1];
  assert.equal(dark('#f0fdfa'), dark(null));
  assert.notEqual(dark('#312e81'), dark(null));
});

test('the button’s text is white on the colours that brands use it on, and black where white can’t be read', () => {
  const inkOf = (accent: string) => variable(brandStyle({ accent, background: null }), 'accent-ink')[0];
  for (const accent of ['#e11d74', '#3b82f6', '#007aff', '#ef4444']) assert.equal(inkOf(accent), '#ffffff', accent);
  for (const accent of ['#fde047', '#58cc02', '#2aabee']) assert.equal(inkOf(accent), '#000000', accent);
});

for (const kind of ['VP8 ', 'VP8L', 'VP8X'] as const) {
  test(`the size of a WebP is read from its bytes (${kind})`, () => {
    assert.equal((readIcon(dataUrl(webp(kind, 192, 192))) as { type: string }).type, 'webp');
    assert.equal(readIcon(dataUrl(webp(kind, 192, 191))), 'must be square, but is 192 × 191');
  });
}

const BAD_ICONS: [string, string][] = [
  ['an SVG', dataUrl('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml')],
  ['an SVG that claims to be a PNG', dataUrl('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a page behind the signature of a PNG', dataUrl(`\x89PNG\r\n\x1a\n<script>alert(1)</script>`)],
  ['a page behind the head of a PNG', dataUrl(Buffer.concat([png(64).subarray(0, 33), Buffer.from('<script>')]))],
  ['a PNG that was cut off', dataUrl(png(64).subarray(0, -1))],
  ['a picture that is not square', dataUrl(png(64, 65))],
  ['a picture that is too small', dataUrl(png(47))],
  ['a picture that grows when it is unpacked', dataUrl(png(1_025))],
  ['a large file', dataUrl(Buffer.concat([png(64).subarray(0, 33), randomBytes(128 * 1024), png(64).subarray(-12)]))],
  ['a WebP whose length is wrong', dataUrl(webp('VP8L', 64, 64).subarray(0, 39))],
  ['an address', 'https://evil.test/icon.png'],
  ['no Base64', 'data:image/png;base64,§'],
  ['nothing', 'data:image/png;base64,'],
];

onOneDatabase('brand', (opened) => {
  test('an icon has an address of its own for good, which changes with the icon', async () => {
    const shop = await openShop(opened.database);
    const { icon } = (await (await change(shop, { icon: dataUrl(png(64)) })).json()) as { icon: string };
    assert.match(icon, new RegExp(`^/api/icons/${shop.app.id}/[0-9a-f]{32}\\.png$`));
    const served = await shop.call(icon);
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), png(64));
    assert.equal(served.headers.get('content-type'), 'image/png');
    assert.equal(served.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(served.headers.get('x-content-type-options'), 'nosniff');
    for (const phone of [iphone, pixel, desktop]) {
      const response = await shop.view(shop.codes.summer, phone);
      const page = await response.text();
      assert.ok(page.includes(`<img class="icon" src="${icon}" alt=""`));
      assert.ok(page.includes(`<link rel="icon" href="${icon}" />`));
      assert.match(response.headers.get('content-security-policy') ?? '', /img-src 'self' data:;/);
    }
    const other = (await (await change(shop, { icon: dataUrl(webp('VP8L', 64, 64)) })).json()) as { icon: string };
    assert.match(other.icon, /\.webp$/);
    assert.equal((await shop.call(other.icon)).headers.get('content-type'), 'image/webp');
    await change(shop, { icon: null });
    assert.ok(!(await (await shop.view(shop.codes.summer, iphone)).text()).includes('<img'));
  });

  test('an icon is found under its own app and name only', async () => {
    const shop = await openShop(opened.database);
    const { icon } = (await (await change(shop, { icon: dataUrl(png(64)) })).json()) as { icon: string };
    const name = icon.split('/').at(-1) ?? '';
    for (const path of [
      `/api/icons/other/${name}`,
      icon.replace('.png', '.webp'),
      `${icon}x`,
      '/api/icons/%00/a.png',
    ]) {
      assert.equal((await shop.call(path)).status, 404, path);
    }
  });

  test('a new app can have its icon at once', async () => {
    const shop = await openShop(opened.database);
    const id = `new-${shop.app.id}`;
    const added = await shop.callAsAdmin('/api/apps', { body: { id, name: 'New', icon: dataUrl(png(48)) } });
    const { app } = (await added.json()) as { app: { icon: string } };
    assert.equal((await shop.call(app.icon)).status, 200);
  });

  for (const [what, icon] of BAD_ICONS) {
    test(`${what} is refused as an icon, and the field is named`, async () => {
      const shop = await openShop(opened.database);
      const response = await change(shop, { icon });
      assert.equal(response.status, 400);
      const { error } = (await response.json()) as { error: { fields: { name: string }[] } };
      assert.deepEqual(
        error.fields.map(({ name }) => name),
        ['icon']
      );
    });
  }

  test('a colour that could break out of the style is refused', async () => {
    const shop = await openShop(opened.database);
    for (const colour of [
      'red',
      '#fff',
      '#12345g',
      '#123456;}body{display:none}',
      '#123456</style><script>alert(1)</script>',
      'url(https://evil.test)',
      '#123456\n',
    ]) {
      assert.equal((await change(shop, { accent: colour })).status, 400, colour);
      assert.equal((await change(shop, { background: colour })).status, 400, colour);
    }
    assert.equal((await change(shop, { accent: '#ABCDEF', background: '#000000' })).status, 200);
    const page = await (await shop.view(shop.codes.summer, iphone)).text();
    assert.ok(page.includes('--accent:#abcdef;--accent-ink:#000000;'));
  });

  test('each brand’s style is the only one that its policy allows', async () => {
    const shop = await openShop(opened.database);
    const policies = new Set<string>();
    for (const body of [{}, { accent: '#2563eb' }, { background: '#fff1f2' }]) {
      await change(shop, body);
      const response = await shop.view(shop.codes.summer, pixel);
      const policy = response.headers.get('content-security-policy') ?? '';
      const style = /<style>([^]*)<\/style>/.exec(await response.text())?.[1] ?? '';
      assert.ok(policy.includes(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';`));
      assert.ok(!policy.includes('unsafe'));
      policies.add(policy);
    }
    assert.equal(policies.size, 3);
  });

  test('texts with markup stay text, and blank ones count as none', async () => {
    const attack = '</h1><script>alert(1)</script>';
    const shop = await openShop(opened.database, {}, { scheme: 'shop' });
    const own = { headline: attack, text: attack, getButton: attack, openButton: ' ' };
    const { texts } = (await (await change(shop, { texts: { en: own, de: { text: '' } } })).json()) as {
      texts: object;
    };
    assert.deepEqual(texts, { en: { headline: attack, text: attack, getButton: attack } });
    for (const phone of [pixel, desktop]) {
      const page = await (await shop.view(shop.codes.summer, phone)).text();
      assert.equal(page.match(/<script/g)?.length, 1);
      assert.ok(page.includes('<h1 dir="auto">&lt;/h1&gt;&lt;script&gt;'));
    }
    assert.match(
      await (await shop.view(shop.codes.summer, pixel)).text(),
      /data-action="open" href="[^>]+>Open Test Shop</
    );
  });

  test('texts that no page could show are refused', async () => {
    const shop = await openShop(opened.database);
    const languages = Array.from('abcdefghijklmnopqrstuvwxyzabcdefghijklmno', (letter, i) => [
      letter + (i < 26 ? 'a' : 'b'),
      {},
    ]);
    for (const texts of [
      { german: { headline: 'a' } },
      { de_AT: { headline: 'a' } },
      { de: { title: 'a' } },
      { de: { headline: 'a'.repeat(MAX_OWN_TEXTS.headline + 1) } },
      { de: { headline: 'a\u0000' } },
      { de: 'a' },
      Object.fromEntries(languages) as object,
    ]) {
      assert.equal((await change(shop, { texts })).status, 400, JSON.stringify(texts));
    }
  });

  test('a preview shows what is not saved yet, to who may see the app, and is no click', async () => {
    const shop = await openShop(opened.database, {}, { texts: { de: { headline: 'Alt' } } });
    const path = `/api/apps/${shop.app.id}/preview`;
    const query = new URLSearchParams({ accent: '#2563eb', scheme: 'dark', language: 'de', headline: '<b>Neu</b>' });
    for (const call of [shop.callAsAdmin, shop.callAsOwner]) {
      const response = await call(`${path}?${query.toString()}`);
      assert.equal(response.status, 200);
      const page = await response.text();
      assert.match(page, /<html lang="de"[^]*color-scheme:dark;--accent:#2563eb;[^]*&lt;b&gt;Neu&lt;/);
      const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? '';
      const hash = createHash('sha256').update(style).digest('base64');
      assert.ok(response.headers.get('content-security-policy')?.includes(`style-src 'sha256-${hash}';`));
    }
    assert.equal((await shop.callAsAdmin(`${path}?accent=red;}`)).status, 400);
    assert.equal((await shop.call(path)).status, 401);
    const other = await openShop(opened.database);
    assert.equal((await other.callAsOwner(path)).status, 404);
    assert.deepEqual(((await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: [] }).clicks, []);
  });

  test('with the longest texts, a page is still one small request', async () => {
    const shop = await openShop(opened.database, {}, { scheme: 'shop', name: '漢'.repeat(100) });
    // Random letters, because repeated ones would compress to nothing.
    const long = (length: number) => String.fromCharCode(...Array.from({ length }, () => randomInt(0x4e00, 0x9fff)));
    const own = Object.fromEntries(Object.entries(MAX_OWN_TEXTS).map(([name, most]) => [name, long(most)]));
    assert.equal((await change(shop, { icon: dataUrl(png(64)), texts: { en: own } })).status, 200);
    const link = { code: 'long', destination: '/a', title: long(140), description: long(300) };
    assert.equal((await shop.callAsOwner('/api/links', { body: link })).status, 201);
    for (const phone of [iphone, pixel, desktop]) {
      const page = await (await shop.view('long', phone, `/long?a=${'b'.repeat(280)}`)).text();
      assert.ok(gzipSync(page).length <= MAX_PAGE_BYTES, String(gzipSync(page).length));
      const loaded = [...page.matchAll(/(?:src|rel="\w+" href)="([^"]*)"/g)].map(([, address]) => address);
      assert.equal(new Set(loaded).size, 1);
      assert.match(loaded[0] ?? '', /^\/api\/icons\//);
    }
  });
});
