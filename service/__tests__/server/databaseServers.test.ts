import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { readDatabaseServers } from '../../src/values/databaseServers.ts';
import { onPostgres } from '../support/onEachDatabase.ts';

test('a connection string may name several servers, each with its port', () => {
  assert.deepEqual(readDatabaseServers('postgres://ana:p%40ss@one:5433,two,[::1]:5434/links?sslmode=require'), [
    'postgres://ana:p%40ss@one:5433/links?sslmode=require',
    'postgres://ana:p%40ss@two/links?sslmode=require',
    'postgres://ana:p%40ss@[::1]:5434/links?sslmode=require',
  ]);
  assert.deepEqual(readDatabaseServers('postgresql://db/links'), ['postgresql://db/links']);
  assert.deepEqual(readDatabaseServers('postgres:///links?host=/var/run/postgresql'), [
    'postgres:///links?host=/var/run/postgresql',
  ]);
});

test('what names no server, or asks for one that takes no writes, is no connection string for the service', () => {
  for (const text of ['', 'links', 'mysql://db/links', 'postgres://one,,two/links', 'postgres://one:x,two/links']) {
    assert.equal(readDatabaseServers(text), null, text);
  }
  const attribute = (value: string) => readDatabaseServers(`postgres://one,two/links?target_session_attrs=${value}`);
  assert.equal(attribute('standby'), null);
  assert.equal(attribute('read-write')?.length, 2);
});

/** One that accepts connections and never says a word, as behind a broken network. */
async function listenInSilence() {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

onPostgres('several servers', (url) => {
  const withServers = (...servers: string[]) =>
    url().replace(/@([^/]+)\//, (_, own) => `@${[...servers, own].join(',')}/`);

  test('one that refuses and one that is silent are passed over', async () => {
    const { server, port } = await listenInSilence();
    const database = await openDatabase({ url: withServers('127.0.0.1:1', `127.0.0.1:${port}`) });
    try {
      assert.deepEqual(rowsOf(await database.queries.execute(sql`SELECT 1 AS one`)), [{ one: 1 }]);
    } finally {
      await database.close();
      server.close();
    }
  });

  test('one that takes no writes is refused, alone or beside another, with each one’s reason', async () => {
    const readOnly = `${url()}?options=-c+default_transaction_read_only%3Don`;
    await assert.rejects(openDatabase({ url: readOnly }), /is read-only/);
    await assert.rejects(
      openDatabase({ url: readOnly.replace('@', '@127.0.0.1:1,') }),
      /No server accepts writes: 127\.0\.0\.1:1: .*ECONNREFUSED.*; .* is read-only/
    );
  });
});
