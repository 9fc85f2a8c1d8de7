import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { readBackup, restoreBackup } from '../../src/operations/backup.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { openFolder, openSession, type Session } from '../../src/server/openSession.ts';
import type { Queries } from '../../src/storage/base/Database.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import { SCHEMA } from '../../src/storage/schema/schema.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { onPostgres } from '../support/onEachDatabase.ts';
import { fillEmptyFolder, fillFolder } from '../support/openMemory.ts';
import { openShop } from '../support/openShop.ts';
import { pixel } from '../support/phones.ts';
import { callCommand, runCommand, runService } from '../support/runService.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const silent = () => {};

/** Text that would break a careless format. */
const HOSTILE = 'Ümläut "quoted" \\ back\\nslash, tab\t, line\nbreak, 😀, \u2028, \\u0000, NULL, \\N';

async function readAll(
  session: Queries
): Promise<{ header: { tables: { name: string; rows: number }[] }; rows: string[] }> {
  const lines: string[] = [];
  for await (const line of readBackup(session, NOW, silent)) lines.push(line);
  const [header = '', ...rows] = lines;
  return { header: JSON.parse(header) as { tables: { name: string; rows: number }[] }, rows: rows.sort() };
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}

/** An app with links, a matched install and events. */
async function fill(options: { url?: string; folder?: string }): Promise<void> {
  const database = await openDatabase(options);
  try {
    const shop = await openShop(database, {}, { name: HOSTILE });
    const made = await shop.callAsOwner('/api/links', {
      body: { destination: '/product/1', title: HOSTILE, data: { note: HOSTILE } },
    });
    assert.equal(made.status, 201);
    const clickId = await shop.click(shop.codes.sneaker, pixel);
    assert.equal((await shop.match({ clickId }, pixel.address, 'install-1')).status, 200);
    const time = new Date(shop.clock.now).toISOString();
    const data = { amount: 12.345678, currency: 'EUR', note: HOSTILE };
    const sent = await shop.callAsApp('/api/link/events', {
      body: {
        installId: 'install-1',
        sentAt: time,
        events: [{ id: 'event-1', name: 'purchase', data, timestamp: time }],
      },
    });
    assert.equal(sent.status, 200, await sent.text());
  } finally {
    await database.close();
  }
}

async function using<Result>(session: Session, work: (queries: Queries) => Promise<Result>): Promise<Result> {
  try {
    return await work(session.queries);
  } finally {
    await session.close();
  }
}

onPostgres('a backup', (url) => {
  const lines: string[] = [];
  const openEmpty = async () => {
    const session = await openSession({ url: url(), folder: '' });
    await session.queries.execute(sql`DROP SCHEMA public CASCADE`);
    await session.queries.execute(sql`CREATE SCHEMA public`);
    return session;
  };
  const changeHeader = (change: object) => [
    JSON.stringify({ ...(JSON.parse(lines[0] ?? '') as object), ...change }),
    ...lines.slice(1),
  ];

  test('is from one moment, even while others write', async () => {
    await fill({ url: url() });
    await using(await openSession({ url: url(), folder: '' }), async (queries) => {
      const before = await readAll(queries);
      for await (const line of readBackup(queries, NOW, silent)) {
        if (lines.length === 0) await fill({ url: url() });
        lines.push(line);
      }
      assert.deepEqual(lines.slice(1).sort(), before.rows);
      assert.ok((await readAll(queries)).rows.length > before.rows.length);
    });
  });

  test('restores every row or none, into an empty database only', async () => {
    await using(await openEmpty(), async (queries) => {
      await assert.rejects(restoreBackup(queries, linesOf(lines.slice(0, -1)), silent), /was cut off/);
      const counts = await restoreBackup(queries, linesOf(lines), silent);
      assert.deepEqual((await readAll(queries)).rows, lines.slice(1).sort());
      assert.ok(counts.some(({ name, rows }) => name === 'events' && rows === 1));

      await assert.rejects(restoreBackup(queries, linesOf(lines), silent), /The database is not empty/);
      assert.equal((await readAll(queries)).rows.length, lines.length - 1);
    });
  });

  test('of another program or of a newer version is refused with a reason', async () => {
    await using(await openEmpty(), async (queries) => {
      const refuses = (given: readonly string[], reason: RegExp) =>
        assert.rejects(restoreBackup(queries, linesOf(given), silent), reason);
      await refuses([], /not a backup of the service/);
      await refuses(['hello'], /not a backup of the service/);
      await refuses(changeHeader({ version: 2 }), /A newer version of the service made this backup/);
      const tables = [{ name: 'apps', columns: ['id', 'new_column'], rows: 0 }];
      await refuses(changeHeader({ tables }), /a column “new_column” in “apps”/);
      await refuses(changeHeader({ tables: [{ name: 'new_table', columns: [], rows: 0 }] }), /a table “new_table”/);
      await refuses(changeHeader({ migrations: [] }), /The database comes from a newer version of the service/);
    });
  });

  test('of an older version is restored into its tables, which are then brought up to date', async () => {
    const old: string[] = [];
    await using(await openEmpty(), async (queries) => {
      await migrate(queries);
      await queries.execute(
        sql`INSERT INTO apps (id, name, link_hosts, android_sha256, created_at) VALUES ('old', 'Old', '{go.test}', '{}', now())`
      );
      for await (const line of readBackup(queries, NOW, silent)) old.push(line);
    });
    await using(await openEmpty(), async (queries) => {
      const next = { name: 'test-next', statements: [`ALTER TABLE apps ADD COLUMN test_note text DEFAULT 'none'`] };
      await restoreBackup(queries, linesOf(old), silent, {
        ...SCHEMA,
        number: SCHEMA.number + 1,
        migrations: [...SCHEMA.migrations, next],
      });
      const rows = await queries.execute(sql`SELECT id, test_note FROM apps`);
      assert.deepEqual(rowsOf(rows), [{ id: 'old', test_note: 'none' }]);
    });
  });

  test('of PGlite is made and read by commands, or copied to PostgreSQL, row for row', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'deferred-link-backup-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    await (await openEmpty()).close();
    await fillFolder(join(folder, 'data'));
    await fill({ folder: join(folder, 'data') });
    const source = await using(await openFolder(join(folder, 'data'), {}), readAll);
    const environment = { DATA_FOLDER: join(folder, 'data') };

    const copied = await callCommand(['copy', '--to', url()], environment);
    assert.equal(copied.code, 0, copied.errors);
    assert.match(copied.text, /^events +1$/m);
    assert.deepEqual((await using(await openSession({ url: url(), folder: '' }), readAll)).rows, source.rows);
    const again = await callCommand(['copy', '--to', url()], environment);
    assert.equal(again.code, 1);
    assert.match(again.errors, /^The database is not empty/);

    const file = join(folder, 'links.backup');
    const made = await runCommand(['backup', '--to', file], environment);
    assert.equal(made.code, 0, made.errors);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const restored = { DATA_FOLDER: join(folder, 'restored') };
    await fillEmptyFolder(restored.DATA_FOLDER);
    const { code, text, errors } = await callCommand(['restore', '--from', file], restored);
    assert.equal(code, 0, errors);
    assert.match(text, /^links +3$/m);
    assert.deepEqual((await using(await openFolder(restored.DATA_FOLDER, {}), readAll)).rows, source.rows);

    await truncate(file, 100);
    const cut = await callCommand(['restore', '--from', file], restored);
    assert.equal(cut.errors, 'Nothing was restored: unexpected end of file\n');
  });
});

test('a backup fails with a reason if its folder is in use or missing, or its file exists', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'deferred-link-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const environment = { PORT: '0', DATA_FOLDER: join(folder, 'data') };
  const file = join(folder, 'links.backup');
  const missing = await callCommand(['backup', '--to', file], environment);
  assert.equal(missing.code, 1);
  assert.match(missing.errors, /^There is no database in .*data\. Set DATA_FOLDER/);

  await fillFolder(environment.DATA_FOLDER);
  const server = runService([], environment);
  await server.says(/Service at (\S+)\n/);
  try {
    const busy = await callCommand(['backup', '--to', file], environment);
    assert.equal(busy.code, 1);
    assert.match(busy.errors, /is in use by process \d+.*Stop that process/);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
  await writeFile(file, 'the last backup');
  const taken = await callCommand(['backup', '--to', file], environment);
  assert.match(taken.errors, /links\.backup already exists/);
  assert.equal(await readFile(file, 'utf8'), 'the last backup');
});
