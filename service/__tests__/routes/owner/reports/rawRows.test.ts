import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '../../../../src/server/openDatabase.ts';
import { onPostgres } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';
import { iphone } from '../../../support/phones.ts';

const RAW = '^(clicks|events|opens|installs|match_attempts|buyers)';

const REPORTS = [
  '/api/statistics',
  '/api/statistics?by=day&from=2025-01-01&to=2025-12-31',
  '/api/statistics?by=day&timezone=Asia/Kolkata',
  '/api/statistics?by=hour&from=2026-01-01&to=2026-01-01',
  '/api/statistics?by=link&order=revenue&limit=100&compare=previous',
  '/api/statistics?by=country&campaign=xmas26',
  '/api/statistics?by=browser&attribution=brought',
  '/api/statistics?link=',
  '/api/cohorts?by=week',
  '/api/cohorts?by=campaign',
  '/api/links?counts=true',
  '/api/links?sort=purchases',
  '/api/export/statistics.csv',
];

onPostgres('reports', (url) => {
  /** How often tables whose names fit were read. Connections tell that when they end. */
  async function countScans(names: string): Promise<number> {
    const client = new Client({ connectionString: url() });
    await client.connect();
    try {
      const { rows } = await client.query<{ scans: string }>(
        `SELECT coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) AS scans FROM pg_stat_user_tables WHERE relname ~ $1`,
        [names]
      );
      return Number(rows[0]?.scans);
    } finally {
      await client.end();
    }
  }

  /** How often tables were read while a new shop was opened and these reports asked for. */
  async function scansOf(paths: readonly string[], names: string): Promise<number> {
    const before = await countScans(names);
    const database = await openDatabase({ url: url() });
    const shop = await openShop(database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    await shop.match({ clickId }, undefined, 'install-1');
    for (const path of paths) assert.equal((await shop.callAsOwner(path)).status, 200, path);
    await database.close();
    return (await countScans(names)) - before;
  }

  test('read roll-ups, and never what was clicked, installed, opened or logged', async () => {
    const ofShop = await scansOf([], RAW);
    assert.ok(ofShop > 0);
    assert.equal(await scansOf(REPORTS, RAW), ofShop);
    assert.ok((await scansOf(REPORTS, '^rollups_(day|month|quarter)$')) >= REPORTS.length);
  });
});
