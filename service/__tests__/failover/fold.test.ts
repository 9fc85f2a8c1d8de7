import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { runService } from '../support/runService.ts';
import { addShop } from './addShop.ts';
import { until } from './until.ts';

const DELTAS = 50_000;

/** What a job folds in one transaction. */
const PIECE = 20_000;

const APPEND = `
  INSERT INTO deltas (app_id, at, figure, n)
  SELECT 'shop', timestamptz '2026-06-01' + number * interval '1 minute', 'clicks', 1 FROM generate_series(1, ${DELTAS}) AS number`;

/** Retention folds, too, so here another instance seems to run it. */
const HOLD_RETENTION = `INSERT INTO jobs (name, leased_until) VALUES ('retention', now() + interval '1 hour')`;

const HOLD_ZONE = `SELECT FROM rollup_zones WHERE app_id = 'shop' FOR UPDATE`;
const HOLD_ROLLUPS = 'LOCK TABLE rollups IN SHARE ROW EXCLUSIVE MODE';

describe('a fold whose instance is killed', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let client: Client;
  let gatekeeper: Client;
  let second: Client;
  let service: ReturnType<typeof runService> | undefined;

  const countOf = async (statement: string) =>
    Number((await client.query<{ count: string }>(statement)).rows[0]?.count);
  const waitingOf = () => countOf(`SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);
  const unfolded = () => countOf(`SELECT coalesce(sum(n), 0) AS count FROM deltas`);
  const folded = (grain: string) =>
    countOf(`SELECT coalesce(sum(clicks), 0) AS count FROM rollups WHERE view = 'total' AND grain = '${grain}'`);

  function start(): void {
    service = runService([], { DATABASE_URL: postgres.url, PORT: '0', LOG_LEVEL: 'warn' });
  }

  async function kill(): Promise<void> {
    service?.child.kill('SIGKILL');
    await service?.ended;
    assert.equal(service?.output.errors, '');
    await until('the database notices', async () => (await waitingOf()) === 0);
  }

  before(async () => {
    // A statement ends soon after the instance that sent it.
    postgres = await startPostgres({ settings: { client_connection_check_interval: '50ms' } });
    await addShop(postgres.url);
    const clients = [1, 2, 3].map(() => new Client({ connectionString: postgres.url }));
    await Promise.all(clients.map((each) => each.connect()));
    [client, gatekeeper, second] = clients as [Client, Client, Client];
  });
  after(async () => {
    service?.child.kill('SIGKILL');
    await Promise.all([client, gatekeeper, second].map((each) => each.end()));
    await postgres.stop();
  });

  const STEPS = [
    {
      when: 'before it has taken anything',
      stop: async () => {
        await gatekeeper.query(HOLD_ZONE);
        start();
        await until('it waits for the zone', async () => (await waitingOf()) === 1);
      },
      done: 0,
    },
    {
      when: 'while it writes',
      stop: async () => {
        await gatekeeper.query(HOLD_ROLLUPS);
        start();
        await until('it waits to write', async () => (await waitingOf()) === 1);
      },
      done: 0,
    },
    {
      when: 'between two pieces',
      stop: async () => {
        await gatekeeper.query(HOLD_ROLLUPS);
        start();
        await until('it waits to write', async () => (await waitingOf()) === 1);
        const held = second.query(HOLD_ZONE);
        await until('somebody waits for the end of the piece', async () => (await waitingOf()) === 2);
        await gatekeeper.query('ROLLBACK');
        await held;
        await until('it waits for the next piece', async () => (await waitingOf()) === 1);
      },
      done: PIECE,
    },
  ];

  for (const { when, stop, done } of STEPS) {
    test(`${when} loses nothing and counts nothing twice`, async () => {
      await client.query('TRUNCATE deltas, rollups, jobs');
      await client.query(HOLD_RETENTION);
      await client.query(APPEND);
      await Promise.all([gatekeeper.query('BEGIN'), second.query('BEGIN')]);
      await stop();
      await kill();
      await Promise.all([gatekeeper.query('ROLLBACK'), second.query('ROLLBACK')]);
      assert.equal(await unfolded(), DELTAS - done);
      assert.equal(await folded('day'), done);

      // As if the lease of the killed instance had ended.
      await client.query(`UPDATE jobs SET leased_until = now() WHERE name = 'rollups'`);
      start();
      await until('another instance folds the rest', async () => (await unfolded()) === 0);
      await kill();
      for (const grain of ['day', 'quarter']) assert.equal(await folded(grain), DELTAS);
    });
  }
});
