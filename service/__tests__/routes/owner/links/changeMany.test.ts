import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';

interface Link {
  code: string;
  campaign: string | null;
  tags: string[];
  expiresAt: string | null;
}

interface List {
  links: Link[];
  total: number;
  nextCursor: string | null;
}

async function list(shop: Shop, query: string): Promise<List> {
  const response = await shop.callAsOwner(`/api/links?${query}`);
  assert.equal(response.status, 200, query);
  return (await response.json()) as List;
}

const change = (shop: Shop, links: readonly object[]) =>
  shop.callAsOwner('/api/links', { method: 'PATCH', body: { links } });

onOneDatabase('many links', (opened) => {
  async function openWith(links: readonly object[]) {
    const shop = await openShop(opened.database);
    const body = { links: links.map((link) => ({ destination: '/sale', campaign: 'many', ...link })) };
    assert.equal((await shop.callAsOwner('/api/links/bulk', { body })).status, 201);
    return shop;
  }

  test('are changed by one request, each in its own way, and changed back by another', async () => {
    const shop = await openWith([{ code: 'many-a', tags: ['old'] }, { code: 'many-b' }, { code: 'many-c' }]);
    const ends = '2026-12-24T12:00:00.000Z';
    const changed = await change(shop, [
      { code: 'many-a', campaign: 'spring', tags: ['old', 'new'], expiresAt: ends },
      { code: 'many-b', campaign: 'spring', tags: ['new'], expiresAt: ends },
    ]);
    assert.deepEqual([changed.status, await changed.json()], [200, { changed: 2 }]);
    const { links } = await list(shop, 'campaign=spring&sort=name');
    assert.deepEqual(
      links.map(({ code, tags, expiresAt }) => [code, tags, expiresAt]),
      [
        ['many-a', ['old', 'new'], ends],
        ['many-b', ['new'], ends],
      ]
    );
    await change(shop, [
      { code: 'many-a', campaign: 'many', tags: ['old'], expiresAt: null },
      { code: 'many-b', campaign: 'many', tags: [], expiresAt: null },
    ]);
    const before = await list(shop, 'campaign=many&sort=name');
    assert.deepEqual(
      before.links.map(({ tags, expiresAt }) => [tags, expiresAt]),
      [
        [['old'], null],
        [[], null],
        [[], null],
      ]
    );
    const { changes } = (await (await shop.callAsOwner('/api/changes?link=many-a')).json()) as { changes: object[] };
    assert.equal(changes.length, 3);
  });

  test('stay as they are, all of them, if one is unknown', async () => {
    const shop = await openWith([{ code: 'many-a' }]);
    const refused = await change(shop, [
      { code: 'many-a', campaign: 'spring' },
      { code: 'nobody-has-this', campaign: 'spring' },
    ]);
    assert.equal(refused.status, 404);
    const { error } = (await refused.json()) as { error: { fields: object[] } };
    assert.deepEqual(error.fields, [{ name: 'links.1.code', message: 'is unknown' }]);
    assert.equal((await list(shop, 'campaign=spring')).total, 0);
    for (const links of [[], [{ code: 'many-a' }, { code: 'many-a' }], [{ code: 'many-a', destinaton: '/x' }]]) {
      assert.equal((await change(shop, links)).status, 400, JSON.stringify(links));
    }
  });

  test('are deleted by one request and restored by another, all of them or none', async () => {
    const shop = await openWith([{ code: 'many-a', tags: ['old'] }, { code: 'many-b' }, { code: 'many-c' }]);
    const ask = async (what: 'delete' | 'restore', codes: readonly string[]) => {
      const response = await shop.callAsOwner(`/api/links/${what}`, { body: { codes } });
      const answer = response.status === 204 ? null : ((await response.json()) as { error: { fields?: object[] } });
      return [response.status, answer?.error.fields ?? null];
    };
    const codes = async () => (await list(shop, 'campaign=many&sort=name')).links.map(({ code }) => code);
    const wrong = (message: string) => [404, [{ name: 'codes.1', message }]];
    assert.deepEqual(await ask('delete', ['many-a', 'nobody-has-this']), wrong('is unknown'));
    assert.deepEqual(await codes(), ['many-a', 'many-b', 'many-c']);
    assert.deepEqual(await ask('delete', ['many-a', 'many-b']), [204, null]);
    assert.deepEqual(await codes(), ['many-c']);
    assert.deepEqual(await ask('restore', ['many-a', 'many-c']), wrong('was not deleted in the last 30 days'));
    assert.deepEqual(await codes(), ['many-c']);
    assert.deepEqual(await ask('restore', ['many-a', 'many-b']), [204, null]);
    assert.deepEqual(await codes(), ['many-a', 'many-b', 'many-c']);
    assert.deepEqual((await list(shop, 'tag=old')).total, 1);
    for (const given of [[], ['many-a', 'many-a']]) assert.equal((await ask('delete', given))[0], 400);
  });

  test('are counted, sorted by what the team calls them, and found by state and day', async () => {
    const shop = await openWith([
      { code: 'many-1', name: 'berta' },
      { code: 'many-2', name: 'Anton', disabled: true },
      { code: 'many-3', title: 'Cäsar' },
      { code: 'many-4' },
    ]);
    const codes: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: List = await list(shop, `campaign=many&sort=name&limit=1${cursor && `&cursor=${cursor}`}`);
      assert.equal(page.total, 4);
      codes.push(...page.links.map(({ code }) => code));
      cursor = page.nextCursor;
    }
    assert.deepEqual(codes, ['many-2', 'many-1', 'many-3', 'many-4']);
    assert.equal((await list(shop, 'campaign=many&disabled=true')).total, 1);
    assert.equal((await list(shop, 'campaign=many&disabled=false')).total, 3);
    const today = new Date(shop.clock.now).toISOString().slice(0, 10);
    assert.equal((await list(shop, `campaign=many&createdFrom=${today}&createdTo=${today}`)).total, 4);
    assert.equal((await list(shop, `campaign=many&createdTo=2020-01-01`)).total, 0);
    assert.equal((await list(shop, `campaign=many&createdFrom=2099-01-01`)).total, 0);
  });
});
