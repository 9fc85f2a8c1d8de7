import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone, pixel } from '../../../support/phones.ts';
import { DAY_MS } from '../../../../src/values/durations.ts';

interface AttemptList {
  from: string;
  to: string;
  counts: { outcome: string; count: number }[];
  matches: { matchedBy: string; count: number }[];
  attempts: Record<string, unknown>[];
  nextCursor: string | null;
}

async function list(shop: Shop, query = ''): Promise<AttemptList> {
  const response = await shop.callAsOwner(`/api/match-attempts?${query}`);
  assert.equal(response.status, 200);
  return (await response.json()) as AttemptList;
}

onOneDatabase('the list of match attempts', (opened) => {
  test('says of each why it matched or not, the newest first, and counts the outcomes', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    await shop.matchPhone(iphone, {}, 'iphone');
    shop.clock.now += 1_000;
    await shop.matchPhone(pixel, {}, 'pixel');
    const { counts, matches, attempts, nextCursor, from, to } = await list(shop);
    assert.deepEqual([from, to, nextCursor], ['2025-12-03', '2026-01-01', null]);
    assert.deepEqual(counts, [
      { outcome: 'matched', count: 1 },
      { outcome: 'no_match', count: 1 },
      { outcome: 'ambiguous_match', count: 0 },
      { outcome: 'low_confidence', count: 0 },
    ]);
    assert.deepEqual(matches, [
      { matchedBy: 'clickId', count: 0 },
      { matchedBy: 'clipboard', count: 0 },
      { matchedBy: 'fingerprint', count: 1 },
    ]);
    const [none, matched] = attempts.map(({ id: _id, ...attempt }) => attempt);
    assert.deepEqual(none, {
      attemptedAt: '2026-01-01T12:00:01.000Z',
      outcome: 'no_match',
      installId: 'pixel',
      platform: 'android',
      matchedBy: null,
      confidence: 0,
      delayMs: null,
      link: null,
    });
    assert.equal(typeof matched?.confidence, 'number');
    assert.deepEqual(
      { ...matched, confidence: 1 },
      {
        attemptedAt: '2026-01-01T12:00:00.000Z',
        outcome: 'matched',
        installId: 'iphone',
        platform: 'ios',
        matchedBy: 'fingerprint',
        confidence: 1,
        delayMs: 0,
        link: shop.codes.summer,
      }
    );
  });

  test('can be narrowed to an outcome, an install and days, and has pages', async () => {
    const shop = await openShop(opened.database);
    for (let number = 0; number < 5; number += 1) {
      await shop.match({ clickId: 'unknown' }, undefined, `install-${number}`);
      shop.clock.now += number % 2 ? DAY_MS - 1 : 1;
    }
    const installs = async (query: string) => (await list(shop, query)).attempts.map(({ installId }) => installId);
    assert.deepEqual(await installs('outcome=matched'), []);
    assert.deepEqual(await installs('install=install-3'), ['install-3']);
    assert.deepEqual(await installs('from=2026-01-02&to=2026-01-02'), ['install-3', 'install-2']);
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: AttemptList = await list(shop, `limit=2&outcome=no_match${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.attempts.map(({ installId }) => installId));
      cursor = page.nextCursor;
    }
    assert.deepEqual(seen, ['install-4', 'install-3', 'install-2', 'install-1', 'install-0']);
  });

  test('shows nothing of other apps, and nothing without a secret key', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await other.match({ clickId: 'unknown' }, undefined, 'phone');
    assert.deepEqual((await list(shop)).attempts, []);
    assert.equal((await shop.callAsApp('/api/match-attempts')).status, 403);
    for (const query of ['outcome=luck', 'cursor=luck', 'timezone=luck', 'from=luck', 'limit=0']) {
      assert.equal((await shop.callAsOwner(`/api/match-attempts?${query}`)).status, 400);
    }
  });
});
