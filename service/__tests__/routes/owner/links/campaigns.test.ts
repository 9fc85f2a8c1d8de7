import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addClicks, type NewClick } from '../../../../src/storage/facts/clicks.ts';
import { createGroupNames } from '../../../../src/storage/facts/names.ts';
import { create } from '../../../support/linkRequests.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone, pixel } from '../../../support/phones.ts';

interface Campaign {
  campaign: string | null;
  source: string | null;
  medium: string | null;
}

const pick = ({ campaign, source, medium }: Campaign) => [campaign, source, medium];

async function change(shop: Shop, code: string, body: object): Promise<Campaign> {
  const response = await shop.callAsOwner(`/api/links/${code}`, { method: 'PATCH', body });
  assert.equal(response.status, 200);
  return (await response.json()) as Campaign;
}

async function clickCampaigns(shop: Shop) {
  const { clicks } = (await (await shop.callAsOwner('/api/clicks?limit=1000')).json()) as { clicks: Campaign[] };
  return clicks.map(pick);
}

async function readInstall(shop: Shop, id: string) {
  return (await (await shop.callAsOwner(`/api/installs/${id}`)).json()) as Campaign & { query: string | null };
}

const NOBODY = {
  ...{ query: null, address: null, network: null, wideNetwork: null, device: null, model: null, systemVersion: null },
  ...{ userAgent: null, language: null, screenWidth: null, screenHeight: null, scale: null, timezone: null },
};

onOneDatabase('campaigns', (opened) => {
  test('a link takes its campaign from its destination unless it is set, and follows a new destination', async () => {
    const shop = await openShop(opened.database);
    const destination = '/promo?utm_campaign=xmas%2026&utm_source=mail&utm_source=news#utm_medium=no';
    const link = (await create(shop, { code: 'a', destination, medium: ' email ' })) as unknown as Campaign;
    assert.deepEqual(pick(link), ['xmas 26', 'news', 'email']);
    assert.deepEqual(pick(await change(shop, 'a', { title: 'New' })), ['xmas 26', 'news', 'email']);
    assert.deepEqual(pick(await change(shop, 'a', { destination: '/promo?utm_campaign=easter' })), [
      'easter',
      null,
      'email',
    ]);
    assert.deepEqual(pick(await change(shop, 'a', { campaign: 'mine', destination: '/a?utm_medium=x' })), [
      'mine',
      null,
      'email',
    ]);
    assert.deepEqual(pick(await change(shop, 'a', { campaign: null, medium: '' })), [null, null, 'x']);
  });

  test('a campaign that a report could not show is refused, and tags are kept once each', async () => {
    const shop = await openShop(opened.database);
    for (const body of [{ campaign: 'a\nb' }, { source: 'x'.repeat(101) }, { tags: ['a,b'] }, { tags: [' '] }]) {
      const response = await shop.callAsOwner('/api/links', { body: { destination: '/a', ...body } });
      assert.equal(response.status, 400, JSON.stringify(body));
    }
    const link = await create(shop, { destination: '/a', tags: ['paid', ' paid', 'winter'] });
    assert.deepEqual((link as unknown as { tags: string[] }).tags, ['paid', 'winter']);
  });

  test('a link that a user shares has no campaign, whatever its route says', async () => {
    const shop = await openShop(opened.database);
    const response = await shop.callAsApp('/api/link/create', { body: { route: '/a?utm_campaign=forged' } });
    const code = ((await response.json()) as { url: string }).url.split('/').at(-1) ?? '';
    await shop.view(code, iphone);
    assert.deepEqual(await clickCampaigns(shop), [[null, null, null]]);
  });

  test('a click keeps the campaign that its link had, and so does its install, with the query of the click', async () => {
    const shop = await openShop(opened.database);
    await create(shop, { code: 'b', destination: '/a?utm_campaign=xmas26', source: 'instagram' });
    const query = 'gclid=EAIa%2FI&fbclid=x&utm_campaign=stranger';
    const page = await (await shop.view('b', pixel, `/b?${query}`)).text();
    shop.clock.now += 1_000;
    await change(shop, 'b', { campaign: 'easter27' });
    await shop.view('b', pixel);
    assert.deepEqual(await clickCampaigns(shop), [
      ['easter27', 'instagram', null],
      ['xmas26', 'instagram', null],
    ]);
    const clickId = /clickId%3D([\w-]+)/.exec(page)?.[1];
    assert.equal((await shop.match({ clickId }, pixel.address, 'phone')).status, 200);
    const install = await readInstall(shop, 'phone');
    assert.deepEqual([...pick(install), install.query], ['xmas26', 'instagram', null, query]);
    const csv = await (await shop.callAsOwner('/api/export/clicks.csv')).text();
    assert.match(csv, /,campaign,source,medium,country\r\n/);
    assert.match(csv, /,xmas26,instagram,,\r\n/);
  });

  test('a link that was copied by hand gives its campaign to the install', async () => {
    const shop = await openShop(opened.database);
    await create(shop, { code: 'c', destination: '/a', campaign: 'poster' });
    await shop.matchPhone(iphone, { pastedLink: `${shop.origin}/c?ref=1` }, 'phone');
    const install = await readInstall(shop, 'phone');
    assert.deepEqual([...pick(install), install.query], ['poster', null, null, 'ref=1']);
  });

  test('a path link takes its campaign from the query of each click, without what no report can show', async () => {
    const shop = await openShop(opened.database, {}, { pathLinks: 'on' });
    await shop.view('', iphone, '/p?utm_campaign=xmas&utm_source=%00a%0Ab&utm_medium=');
    assert.deepEqual(await clickCampaigns(shop), [['xmas', 'ab', null]]);
    await shop.matchPhone(iphone, { pastedLink: `${shop.origin}/q?utm_medium=chat` }, 'phone');
    assert.deepEqual(pick(await readInstall(shop, 'phone')), [null, null, 'chat']);
  });

  test('a hundred campaigns of paths are counted one by one on a day, and the rest together', async () => {
    const shop = await openShop(opened.database, {}, { pathLinks: 'on' });
    const clicks = Array.from({ length: 150 }, (_, number): NewClick => {
      const campaign = `made up ${number}`;
      const createdAt = new Date(shop.clock.now + number);
      const network = `10.0.${number}.1`;
      return { ...NOBODY, id: randomUUID(), appId: shop.app.id, code: '/p', route: '/p', campaign, createdAt, network };
    });
    await addClicks(
      opened.database.queries,
      createGroupNames(() => shop.clock.now),
      clicks
    );
    const counted = await clickCampaigns(shop);
    assert.equal(new Set(counted.map(([campaign]) => campaign)).size, 101);
    assert.deepEqual(counted[0], ['other', 'other', 'other']);
    assert.deepEqual(counted.at(-1), ['made up 0', null, null]);
  });

  test('columns of a file with utm_ parameters become part of the destination, and so the campaign', async () => {
    const shop = await openShop(opened.database);
    const csv =
      'code,destination,utm_campaign,utm_term,tags\nd,/a?utm_campaign=own,xmas,shoes,"paid, winter"\ne,/b,xmas,,\n';
    assert.equal((await shop.callAsOwner('/api/links/import', { body: { csv } })).status, 200);
    const read = async (code: string) =>
      (await (await shop.callAsOwner(`/api/links/${code}`)).json()) as Campaign & {
        destination: string;
        tags: string[];
      };
    const [d, e] = [await read('d'), await read('e')];
    assert.deepEqual(
      [d.destination, d.campaign, d.tags],
      ['/a?utm_campaign=own&utm_term=shoes', 'own', ['paid', 'winter']]
    );
    assert.deepEqual([e.destination, e.campaign, e.tags], ['/b?utm_campaign=xmas', 'xmas', []]);
  });

  test('links are found by campaign, by tag, and by the words of their name', async () => {
    const shop = await openShop(opened.database);
    await create(shop, {
      code: 'f',
      destination: '/a',
      campaign: 'xmas26',
      tags: ['paid', 'winter'],
      name: 'Ana’s story',
    });
    await create(shop, { code: 'g', destination: '/a', campaign: 'xmas', tags: ['winter'] });
    for (const [query, codes] of [
      ['campaign=xmas', ['g']],
      ['tag=winter', ['g', 'f']],
      ['tag=winter&campaign=xmas26&sort=clicks', ['f']],
      ['search=story', ['f']],
      ['search=xmas26', ['f']],
    ] as const) {
      const { links } = (await (await shop.callAsOwner(`/api/links?${query}`)).json()) as { links: { code: string }[] };
      assert.deepEqual(links.map(({ code }) => code).sort(), codes.toSorted(), query);
    }
  });

  test('a click knows the country that a trusted proxy names, and never the one that its visitor claims', async () => {
    const countries = { header: 'CF-IPCountry', ofAddress: null };
    const proxied = await openShop(opened.database, { countries, trustedProxies: { kind: 'hops', count: 1 } });
    const bare = await openShop(opened.database, { countries });
    for (const [shop, country] of [
      [proxied, 'DE'],
      [bare, null],
    ] as const) {
      const headers = { 'user-agent': iphone.browser.userAgent, 'cf-ipcountry': 'de' };
      assert.equal((await shop.call(`/${shop.codes.summer}`, { headers })).status, 200);
      const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: { country: string }[] };
      assert.deepEqual(
        clicks.map((click) => click.country),
        [country]
      );
    }
  });
});
