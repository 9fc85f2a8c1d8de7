import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '../../../../src/server/openDatabase.ts';
import { SCHEMA } from '../../../../src/storage/schema/schema.ts';
import { findLargeScan } from '../../../support/explainQueries.ts';
import { onPostgres } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';

/** Enough that PostgreSQL prefers an index to reading a table of them. */
const ROWS = 20_000;

/** Rows of many installs. */
const seed = (app: string) => [
  `INSERT INTO clicks (app_id, id, code, network, device, language, created_at, arrived)
    SELECT '${app}', 'click-' || n, 'code-' || n % 500, 'network-' || n, 'iphone', 'en', now() - n * interval '1 minute', n
    FROM generate_series(1, ${ROWS}) AS n`,
  `INSERT INTO installs (app_id, id, code, click_id, matched_by, confidence, matched_at, since, arrived)
    SELECT '${app}', 'install-' || n, 'code-' || n % 500, 'click-' || n, 'clickId', 1, now() - interval '7 days', now() - interval '8 days', n
    FROM generate_series(1, ${ROWS}) AS n`,
  `INSERT INTO events (app_id, id, position, install_id, user_id, name, logged_at, received_at, occurred_at, arrived, renewal_of)
    SELECT '${app}', 'event-' || n, n, 'install-' || n, 'user-' || n, CASE WHEN n % 5 = 0 THEN 'purchase' ELSE 'login' END,
      now(), now(), now() - n * interval '1 second', n, CASE WHEN n % 7 = 0 THEN 'sold-' || n END
    FROM generate_series(1, ${ROWS}) AS n`,
  `INSERT INTO event_ids (app_id, id, quarter, received_at)
    SELECT '${app}', event_key('event-' || n), date_trunc('quarter', now())::date, now() FROM generate_series(1, ${ROWS}) AS n`,
  `INSERT INTO opens (app_id, install_id, opened_at, code)
    SELECT '${app}', 'install-' || n, now() - interval '1 day', 'code-' || n % 500 FROM generate_series(1, ${ROWS}) AS n`,
  `INSERT INTO match_attempts (app_id, attempted_at, install_id, outcome, counted_as)
    SELECT '${app}', now(), 'phone-' || n, 'no_match', 'without_link' FROM generate_series(1, ${ROWS}) AS n`,
  `INSERT INTO purchases (app_id, id, install_id, user_id)
    SELECT '${app}', 'sold-' || n, 'install-' || n, 'user-' || n FROM generate_series(1, ${ROWS}) AS n`,
  `INSERT INTO buyers (app_id, install_id, event_id, at)
    SELECT '${app}', 'install-' || n, 'event-' || n, now() FROM generate_series(5, ${ROWS}, 5) AS n`,
  `INSERT INTO rollup_keys (app_id, id, link) SELECT '${app}', n, 'code-' || n FROM generate_series(1, ${ROWS}) AS n`,
  `INSERT INTO deletions (app_id, kind, arrived, row_arrived, row_position)
    SELECT '${app}', 'events', n, n, n FROM generate_series(1, ${ROWS}) AS n`,
  `INSERT INTO webhook_facts (app_id, id, type, at, data, install_id)
    SELECT '${app}', 'fact-' || n, 'link.opened', now(), '{}', 'install-' || n FROM generate_series(1, ${ROWS}) AS n`,
  `INSERT INTO webhook_deliveries (app_id, id, webhook_id, fact_id, at)
    SELECT '${app}', 'delivery-' || n, 'hook', 'fact-' || n, now() FROM generate_series(1, ${ROWS}) AS n`,
];

const now = Date.now();
const at = new Date(now).toISOString();
const event = { name: 'purchase', data: '{}', logged_at: now, occurred_at: now, amount: 5, currency: 'EUR' };
const uuid = '00000000-0000-4000-8000-000000000000';

/** One call of everything that the service calls, so that each function is reached. */
const CALLS: [name: string, ...values: unknown[]][] = [
  ['group_names', [{ place: 0, day: at.slice(0, 10), kind: 'path', name: '/new' }]],
  [
    'add_clicks',
    [{ id: 'new', code: 'code-1', network: 'network', user_agent: 'agent', device: 'iphone', created_at: at }],
  ],
  ['add_device_reports', [{ id: 'click-9', screen_width: 100, screen_height: 200, reported_at: at }]],
  ['note_store_tap', 'click-10', at],
  ['add_attempts', [{ id: uuid, attempted_at: at, install_id: 'phone-x', outcome: 'no_match', network: 'network' }]],
  [
    'claim_clicks',
    [
      {
        ...{ position: 0, click_id: 'new', install_id: 'phone-1', matched_by: 'clickId', confidence: 1 },
        ...{ not_before: '2000-01-01', now: at, notes: { id: uuid } },
      },
    ],
  ],
  [
    'add_install',
    {
      id: 'phone-2',
      code: 'code-1',
      matched_by: 'clipboard',
      confidence: 1,
      matched_at: at,
      since: at,
    },
  ],
  ['add_opens', [{ install_id: 'install-7', opened_at: new Date(now - 9 * 3_600_000), code: 'code-1' }]],
  [
    'add_events',
    [{ batch: 0, install_id: 'install-20', platform: 'ios', received_at: at }],
    [{ batch: 0, position: 1, id: 'event-new', ...event }],
  ],
  ['add_server_events', at, [{ batch: 0, position: 2, id: 'event-25', install_id: 'install-25', ...event }]],
  [
    'add_server_events',
    at,
    [{ batch: 0, position: 3, id: 'renewal', install_id: 'install-14', renewal_of: 'sold-14', ...event }],
  ],
  ['tell_facts', 'link.changed', [{ at, data: '{}' }]],
  ['delete_events', 'install-30', null, 100],
  ['delete_events', null, 'user-35', 100],
  ['forget_visits', 'install-39', 100],
  ['forget_install', 'install-40'],
  ['delete_clicks', ['code-3'], at, 100],
  ['delete_deliveries', ['delivery-50']],
  ['export_epoch', '', 0],
  ...(['clicks', 'events', 'installs'] as const).map((kind): [string, ...unknown[]] => [
    'export_rows',
    kind,
    100,
    0,
    0,
    0,
    10,
  ]),
];

const TYPES: Record<string, string> = { delete_clicks: 'text[]', delete_deliveries: 'text[]' };

onPostgres('functions in the database', (url) => {
  test('reach each row of a large table by an index', async (t) => {
    const database = await openDatabase({ url: url() });
    const client = new Client({ connectionString: url() });
    await client.connect();
    t.after(async () => {
      await client.end();
      await database.close();
    });
    const { app } = await openShop(database);
    for (const statement of [...seed(app.id), ...seed('neighbour')]) await client.query(statement);
    await client.query(
      `INSERT INTO hash_keys VALUES ('${app.id}', 'network', date_trunc('week', now() AT TIME ZONE 'UTC'), 'secret')
        ON CONFLICT DO NOTHING`
    );
    await client.query(`INSERT INTO webhooks (app_id, id, url, events, created_at) VALUES ('${app.id}', 'hook', 'https://hook.test',
      '{install.matched,install.unmatched,link.opened,event.recorded,link.changed}', now())`);
    await client.query('ANALYZE');
    const plans: string[] = [];
    client.on('notice', ({ message }) => plans.push(message ?? ''));
    await client.query(`LOAD 'auto_explain'`);
    await client.query(`SET client_min_messages = log; SET auto_explain.log_min_duration = 0;
      SET auto_explain.log_nested_statements = on; SET track_functions = 'all'`);
    for (const [name, ...values] of CALLS) {
      const given = values.map((value) =>
        typeof value === 'object' && value && !TYPES[name] ? JSON.stringify(value) : value
      );
      const places = given.map((_, place) => `$${place + 2}${place === 0 && TYPES[name] ? `::${TYPES[name]}` : ''}`);
      await client.query(`SELECT ${name}($1${places.map((place) => `, ${place}`).join('')})`, [app.id, ...given]);
    }
    assert.ok(plans.length > CALLS.length);
    assert.deepEqual(
      plans.filter((plan) => findLargeScan(plan)),
      []
    );
    await client.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await client.query<{ name: string }>('SELECT funcname AS name FROM pg_stat_user_functions');
    const called = new Set(rows.map(({ name }) => name));
    // What is put into the statements that use it isn't called; it reads no table.
    const reading = SCHEMA.functions.filter((text) => !text.includes('LANGUAGE sql'));
    const missing = reading.map((text) => /FUNCTION (\w+)/.exec(text)?.[1] ?? '').filter((name) => !called.has(name));
    assert.deepEqual(missing, []);
  });
});
