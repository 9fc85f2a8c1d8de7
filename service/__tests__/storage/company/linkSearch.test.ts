import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

interface LinkList {
  links: { code: string }[];
  nextCursor: string | null;
}

onEachDatabase('a search for links', (opened) => {
  async function openSearch(links: object[]) {
    const shop = await openShop(opened.database);
    for (const link of links) {
      shop.clock.now += 1_000;
      const created = await shop.callAsOwner('/api/links', { body: { destination: '/', ...link } });
      assert.equal(created.status, 201);
    }
    const ask = (search: string, rest = '') =>
      shop.callAsOwner(`/api/links?search=${encodeURIComponent(search)}${rest}`);
    const find = async (search: string) =>
      ((await (await ask(search)).json()) as LinkList).links.map(({ code }) => code.replace(/-[\da-f]{8}$/, ''));
    return { shop, ask, find };
  }

  test('finds words of code, title and destination by their beginnings, the newest first', async () => {
    const { find } = await openSearch([
      { code: 'autumn_sale', title: 'Half price' },
      { code: 'b', title: 'Everything for the autumn' },
      { code: 'c', destination: 'https://shop.test/Autumn-boots?ref=mail%20list' },
      { code: 'd', title: 'Spring' },
    ]);
    assert.deepEqual(await find('autumn'), ['c', 'b', 'autumn_sale']);
    assert.deepEqual(await find('AUT'), ['c', 'b', 'autumn_sale']);
    assert.deepEqual(await find('utumn'), []);
    assert.deepEqual(await find('sal half'), ['autumn_sale']);
    assert.deepEqual(await find('boots autumn'), ['c']);
    assert.deepEqual(await find('boots spring'), []);
    assert.deepEqual(await find('shop.test/autumn'), ['c']);
    assert.deepEqual(await find('autumn_sale'), ['autumn_sale']);
    assert.deepEqual(await find('product 42'), ['sneaker']);
    assert.deepEqual(await find('  '), ['d', 'c', 'b', 'autumn_sale', 'sneaker', 'summer']);
  });

  test('finds words of other alphabets', async () => {
    const { find } = await openSearch([
      { code: 'a', title: '“Größe” 42' },
      { code: 'b', title: 'Распродажа летом' },
      { code: 'c', title: '夏のセール' },
    ]);
    assert.deepEqual(await find('größ'), ['a']);
    assert.deepEqual(await find('летом'), ['b']);
    assert.deepEqual(await find('夏'), ['c']);
  });

  test('takes every text for words', async () => {
    const long = 'w'.repeat(1_500);
    const { ask, find } = await openSearch([
      { code: 'a', title: "It’s 100% “free” \\ O'Hara: a & b | c !d <-> (e) *", destination: `/${long}` },
    ]);
    assert.deepEqual(await find("o'hara"), ['a']);
    assert.deepEqual(await find('it’s'), ['a']);
    assert.deepEqual(await find('w'.repeat(140)), ['a']);
    for (const text of [
      "'",
      "''':*",
      '\\',
      'a & b',
      'x | free',
      '!nothing',
      '<->',
      ':*',
      '%',
      "a'); DROP TABLE links",
      '🙂',
    ]) {
      assert.equal((await ask(text)).status, 200, text);
    }
    assert.deepEqual(await find('x | free'), []);
    assert.deepEqual(await find('!nothing'), []);
    for (const text of ['a\0b', 'x'.repeat(141)]) assert.equal((await ask(text)).status, 400);
  });

  test('shows nothing of another app', async () => {
    const { shop } = await openSearch([{ code: 'mine', title: 'Winter' }]);
    const other = await openSearch([{ code: 'theirs', title: 'Winter' }]);
    assert.deepEqual(await other.find('winter'), ['theirs']);
    assert.deepEqual(await other.find(`${shop.app.id} winter`), []);
    assert.deepEqual(await other.find(shop.codes.summer), []);
  });

  test('knows a link by what it is now', async () => {
    const { shop, find } = await openSearch([{ code: 'a', title: 'Before' }]);
    await shop.callAsOwner('/api/links/a', { method: 'PATCH', body: { title: 'Behind' } });
    assert.deepEqual(await find('before'), []);
    assert.deepEqual(await find('behind'), ['a']);
    await shop.callAsOwner('/api/links/a', { method: 'DELETE' });
    assert.deepEqual(await find('behind'), []);
  });

  test('comes in pages, none of which repeats or leaves out a link', async () => {
    const { ask } = await openSearch(Array.from({ length: 7 }, (_, index) => ({ code: `page-${index}` })));
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const page = (await (await ask('page', `&limit=3${cursor}`)).json()) as LinkList;
      found.push(...page.links.map(({ code }) => code));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    assert.deepEqual(found, ['page-6', 'page-5', 'page-4', 'page-3', 'page-2', 'page-1', 'page-0']);
  });
});

onEachDatabase('a cursor', (opened) => {
  test('that no list gave is refused by name, on every list', async () => {
    const shop = await openShop(opened.database);
    const foreign = ((await (await shop.callAsOwner('/api/links?limit=1')).json()) as LinkList).nextCursor;
    assert.ok(foreign);
    for (const list of ['links', 'clicks', 'events', 'match-attempts', 'statistics']) {
      for (const cursor of ['nonsense', '%', '', ...(list === 'links' || list === 'clicks' ? [] : [foreign])]) {
        const answer = await shop.callAsOwner(`/api/${list}?cursor=${encodeURIComponent(cursor)}`);
        assert.equal(answer.status, 400, `${list} ${cursor}`);
        const { error } = (await answer.json()) as { error: { code: string; fields: { name: string }[] } };
        assert.equal(error.code, 'invalid_request');
        assert.deepEqual(
          error.fields.map(({ name }) => name),
          ['cursor']
        );
      }
    }
  });
});
