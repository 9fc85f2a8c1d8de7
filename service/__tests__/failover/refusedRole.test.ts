import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { openShop } from '../support/openShop.ts';

/** The superuser comes in without a password, and nobody else does. */
const ACCESS = 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n';

/** The first requests may still meet the connections that were just ended. */
const MAX_TRIES = 20;

test('a password that the database no longer accepts is a 503 that the log explains, until it is accepted again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'deferred-link-access-'));
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'access'), ACCESS);
  const server = await startPostgres({ settings: { hba_file: join(folder, 'access') } });
  const superuser = new Client({ connectionString: server.url });
  await superuser.connect();
  await superuser.query("CREATE ROLE links LOGIN PASSWORD 'first'");
  await superuser.query('CREATE DATABASE links OWNER links');

  const database = await openDatabase({ url: `postgres://links:first@127.0.0.1:${server.port}/links` });
  // One after the other: none of the connections may outlive the server.
  t.after(async () => {
    await database.close();
    await superuser.end();
    await server.stop();
    await rm(folder, { recursive: true });
  });
  const logged: { level: string; message: string; code: unknown }[] = [];
  const shop = await openShop(database, {
    log: (level, message, details) => logged.push({ level, message, code: details?.code }),
  });
  const list = () => shop.callAsOwner('/api/clicks');
  assert.equal((await list()).status, 200);

  await superuser.query("ALTER ROLE links PASSWORD 'second'");
  await superuser.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'links'");
  let answer = await list();
  for (let tries = 1; tries < MAX_TRIES && logged.every(({ code }) => code !== '28P01'); tries += 1) {
    assert.equal(answer.status, 503);
    answer = await list();
  }
  assert.equal(answer.status, 503);
  assert.deepEqual(await answer.json(), {
    error: { code: 'unavailable', message: 'The database refuses this service; the log says why.' },
  });
  assert.deepEqual(
    logged.find(({ code }) => code === '28P01'),
    { level: 'error', message: 'The database refuses the role or the password of DATABASE_URL', code: '28P01' }
  );

  await superuser.query("ALTER ROLE links PASSWORD 'first'");
  assert.equal((await list()).status, 200);
});
