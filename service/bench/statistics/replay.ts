import { Client } from 'pg';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { addApp } from '../../src/operations/apps.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { foldDeltas } from '../../src/storage/counts/foldDeltas.ts';
import { coreTime } from './coreTime.ts';
import { seedStatements } from './seed.ts';

// Measures what folding a day of 55,000 events costs: an hour of it comes in, ten seconds at a time, and is folded
// every ten seconds or every ten minutes. Half of the events belong to a link, and each fourth is a click.

const EVENTS_A_DAY = 55_000;
const SLOTS_AN_HOUR = 360;
const HOURS_A_DAY = 24;
/** Links and keys of an app; the statements behind them make its year. */
const KEYS_ONLY = 4;

const postgres = await startPostgres();
try {
  const database = await openDatabase({ url: postgres.url });
  const session = new Client({ connectionString: postgres.url });
  await session.connect();
  for (const [name, everySlots] of [
    ['ten seconds', 1],
    ['ten minutes', 60],
  ] as const) {
    const id = `every-${everySlots}`;
    await addApp(database.queries, { id, name, linkHosts: [], androidSha256: [], createdAt: new Date() });
    for (const statement of seedStatements(id, 1_000).slice(0, KEYS_ONLY)) await session.query(statement);
    const perSlot = EVENTS_A_DAY / HOURS_A_DAY / SLOTS_AN_HOUR;
    let spent = 0;
    let deltas = 0;
    for (let slot = 1; slot <= SLOTS_AN_HOUR; slot += 1) {
      const rows = Math.floor(slot * perSlot) - Math.floor((slot - 1) * perSlot);
      const { rowCount } = await session.query(
        `INSERT INTO deltas (app_id, at, origin, brought, audience, figure, n)
          SELECT $1, date_trunc('hour', now()) + $2 * interval '10 seconds', origin.id, origin.id, who.id,
            (ARRAY['clicks', 'login', 'view_item', 'search'])[1 + n % 4], 1
          FROM generate_series(1, $3::int) AS n
          LEFT JOIN LATERAL (
            SELECT id FROM rollup_keys WHERE app_id = $1 AND link = 'link-' || floor(power(1000, random()) - 1) AND n % 2 = 0 LIMIT 1
          ) AS origin ON true
          CROSS JOIN LATERAL (
            SELECT id FROM rollup_keys WHERE app_id = $1 AND country IS NOT NULL AND n > 0 OFFSET floor(random() * 5000) LIMIT 1
          ) AS who`,
        [id, slot, rows]
      );
      deltas += rowCount ?? 0;
      if (slot % everySlots > 0) continue;
      const before = await coreTime(database);
      await foldDeltas(database.queries, id);
      spent += (await coreTime(database)) - before;
    }
    const ofDay = (spent * HOURS_A_DAY) / 1_000;
    console.log(
      `every ${name}: ${ofDay.toFixed(0)} s of a core a day, ${((spent * 1_000) / deltas).toFixed(0)} µs a delta`
    );
  }
  await session.end();
  await database.close();
} finally {
  await postgres.stop();
}
