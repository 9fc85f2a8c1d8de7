import assert from 'node:assert/strict';
import { test } from 'node:test';
import { create, type WireLink } from '../../../support/linkRequests.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';
import { iphone } from '../../../support/phones.ts';

onOneDatabase('lists and exports', (opened) => {
  test('the pages of a list show every link once, whatever is added meanwhile', async () => {
    const shop = await openShop(opened.database);
    const links = Array.from({ length: 23 }, (_, index) => ({ code: `c${index}`, destination: '/x' }));
    await shop.callAsOwner('/api/links/bulk', { body: { links } });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const response = await shop.callAsOwner(`/api/links?limit=5${cursor && `&cursor=${cursor}`}`);
      const page = (await response.json()) as { links: WireLink[]; nextCursor: string | null };
      seen.push(...page.links.map(({ code }) => code));
      cursor = page.nextCursor;
      shop.clock.now += 1_000;
      await create(shop, { destination: '/later' });
    }
    const expected = [...links.map(({ code }) => code), shop.codes.sneaker, shop.codes.summer].sort();
    assert.deepEqual(seen.sort(), expected);
    assert.equal((await shop.callAsOwner('/api/links?cursor=nonsense')).status, 400);
  });

  test('clicks and events have pages, too', async () => {
    const shop = await openShop(opened.database);
    for (let visit = 0; visit < 3; visit += 1) await shop.click(shop.codes.summer, iphone);
    const first = (await (await shop.callAsOwner('/api/clicks?limit=2')).json()) as {
      clicks: { id: string }[];
      nextCursor: string;
    };
    const rest = (await (await shop.callAsOwner(`/api/clicks?cursor=${first.nextCursor}`)).json()) as {
      clicks: { id: string }[];
      nextCursor: null;
    };
    assert.equal(new Set([...first.clicks, ...rest.clicks].map(({ id }) => id)).size, 3);
    assert.equal(rest.nextCursor, null);

    const events = ['a', 'b', 'c'].map((id) => ({ id, name: 'login', timestamp: '2026-01-01T12:00:00Z' }));
    const body = { installId: 'd', sentAt: '2026-01-01T12:00:00Z', events };
    await shop.callAsApp('/api/link/events', { body });
    const newest = (await (await shop.callAsOwner('/api/events?limit=2')).json()) as {
      events: { id: string }[];
      nextCursor: string;
    };
    assert.deepEqual(
      newest.events.map(({ id }) => id),
      ['b', 'c']
    );
    const older = (await (await shop.callAsOwner(`/api/events?cursor=${newest.nextCursor}`)).json()) as {
      events: { id: string }[];
    };
    assert.deepEqual(
      older.events.map(({ id }) => id),
      ['a']
    );
  });

  test('an export has every row, and nothing in it runs in a spreadsheet', async () => {
    const shop = await openShop(opened.database);
    const title = '=HYPERLINK("https://evil.test"),\n"x"';
    await create(shop, { code: 'odd', destination: '/odd', title });
    const bulk = Array.from({ length: 500 }, () => ({ destination: '/x' }));
    await shop.callAsOwner('/api/links/bulk', { body: { links: bulk } });
    await shop.callAsOwner('/api/links/bulk', { body: { links: bulk } });
    const response = await shop.callAsOwner('/api/export/links.csv');
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
    const text = await response.text();
    assert.ok(text.startsWith('code,short_url,destination,title,'));
    assert.ok(text.includes(`/odd,"'=HYPERLINK(""https://evil.test""),\n""x""",`));
    assert.equal(text.split('\r\n').length, 1 + 1_003 + 1);
    assert.equal((await shop.callAsApp('/api/export/links.csv')).status, 403);
    assert.equal((await shop.callAsOwner('/api/export/apps.csv')).status, 400);
    for (const file of ['clicks.csv', 'events.csv']) {
      assert.equal((await shop.callAsOwner(`/api/export/${file}`)).status, 200);
    }
  });

  test('an export has all that a list tells of a link or a click, but no address', async () => {
    const shop = await openShop(opened.database);
    const fallbacks = { ios: 'https://a.test/', android: 'https://b.test/', desktop: 'https://c.test/' };
    await create(shop, { code: 'full', destination: '/full', imageUrl: 'https://shop.test/i.png', fallbacks });
    await shop.view('full', iphone, '/full?utm_source=mail');
    const readRow = async (file: string) => {
      const csv = await (await shop.callAsOwner(`/api/export/${file}`)).text();
      const [names = [], values = []] = csv.split('\r\n').map((row) => row.split(','));
      return Object.fromEntries(names.map((name, position) => [name, values[position]]));
    };
    const { image_url, ios_fallback, android_fallback, desktop_fallback } = await readRow('links.csv');
    assert.deepEqual(
      [image_url, ios_fallback, android_fallback, desktop_fallback],
      ['https://shop.test/i.png', ...Object.values(fallbacks)]
    );
    const csv = await (await shop.callAsOwner('/api/export/clicks.csv')).text();
    assert.match(csv, /,utm_source=mail,iphone,/);
    assert.ok(!csv.includes(iphone.address));
  });

  test('an app sees its own links and clicks only', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await other.click(other.codes.summer, iphone);
    const links = (await (await shop.callAsOwner('/api/links')).json()) as { links: WireLink[] };
    assert.equal(links.links.length, 2);
    assert.deepEqual(await (await shop.callAsOwner('/api/clicks')).json(), { clicks: [], nextCursor: null });
  });

  test('clicks are listed by link, too', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await shop.click(shop.codes.sneaker, iphone);
    const response = await shop.callAsOwner(`/api/clicks?link=${shop.codes.summer}`);
    const { clicks } = (await response.json()) as { clicks: { id: string }[] };
    assert.deepEqual(
      clicks.map(({ id }) => id),
      [clickId]
    );
  });

  test('events are exported with their link, user and money, and nothing that a spreadsheet would run', async () => {
    const shop = await openShop(opened.database);
    const headers = { 'x-install-id': 'phone' };
    await shop.callAsApp('/api/link/resolve-short', { body: { url: `${shop.origin}/${shop.codes.summer}` }, headers });
    const timestamp = '2026-01-01T12:00:00.000Z';
    const event = {
      id: 'a',
      name: 'refund',
      timestamp,
      userId: '=HYPERLINK("//evil.test")',
      data: { total: -5.5, currency: 'eur' },
    };
    await shop.callAsApp('/api/link/events', { body: { installId: 'phone', sentAt: timestamp, events: [event] } });
    const csv = await (await shop.callAsOwner('/api/export/events.csv')).text();
    const [titles = '', row = ''] = csv.split('\r\n');
    assert.match(titles, /,occurred_at,user_id,link,amount,currency$/);
    const expected = `,${timestamp},"'=HYPERLINK(""//evil.test"")",${shop.codes.summer},-5.5,EUR`;
    assert.ok(row.endsWith(expected), row);
  });
});
