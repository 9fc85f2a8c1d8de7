import type { PGlite } from '@electric-sql/pglite';

/** The tables; a sequence belongs to a column and is set back with its table. */
const TABLES = `SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`;

/** All that a test can leave behind besides rows. Planner statistics count: another suite's plans would follow them. */
const SHAPE = `SELECT json_build_array(
  (SELECT json_agg(relname ORDER BY relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
  (SELECT json_agg(concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull) ORDER BY attrelid, attnum)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace),
  (SELECT json_agg(concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) ORDER BY oid) FROM pg_constraint),
  (SELECT json_agg(concat_ws(' ', tgrelid::regclass, tgname, tgenabled) ORDER BY oid) FROM pg_trigger),
  (SELECT json_agg(concat_ws(' ', proname, md5(prosrc)) ORDER BY oid)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
  (SELECT count(*) FROM pg_statistic JOIN pg_class ON pg_class.oid = starelid
    WHERE relnamespace = 'public'::regnamespace)
)::text AS shape`;

interface Clean {
  readonly shape: string;
  /** The rows of the tables that aren't empty, as JSON. */
  readonly rows: ReadonlyMap<string, string>;
}

async function readShape(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(SHAPE);
  return rows[0]?.shape ?? '';
}

async function readRows(client: PGlite): Promise<Map<string, string>> {
  const tables = await client.query<{ name: string }>(TABLES);
  const all = new Map<string, string>();
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ rows: string | null }>(`SELECT json_agg(t)::text AS rows FROM ${name} AS t`);
    all.set(name, rows[0]?.rows ?? '[]');
  }
  return all;
}

/** Gives a database back its first rows; false if it has another shape than at first. */
async function clean(client: PGlite, { shape, rows }: Clean): Promise<boolean> {
  // Ends what a session can leave behind: settings, temporary tables, locks.
  await client.exec('DISCARD ALL');
  if ((await readShape(client)) !== shape) return false;
  await client.transaction(async (transaction) => {
    await transaction.exec(`TRUNCATE ${[...rows.keys()].join(', ')} RESTART IDENTITY`);
    for (const [name, json] of rows) {
      if (json === '[]') continue;
      await transaction.query(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`, [json]);
    }
  });
  return true;
}

/**
 * Lends databases that are all alike at first. Opening one takes a second of a core and closing it frees little memory,
 * so one that comes back is cleaned and lent again. `expect` announces a borrower and returns what to call when it is
 * done: an open database keeps the process alive, so all are closed after the last borrower.
 */
export function createLender(open: () => Promise<PGlite>) {
  const resting: PGlite[] = [];
  let expected = 0;
  let first: Promise<Clean> | undefined;

  async function borrow(): Promise<PGlite> {
    const client = resting.pop() ?? (await open());
    first ??= Promise.all([readShape(client), readRows(client)]).then(([shape, rows]) => ({ shape, rows }));
    const state = await first;
    const listening: (() => Promise<void>)[] = [];
    let isLent = true;
    const own: Partial<PGlite> = {
      listen: async (...args) => {
        const end = await client.listen(...args);
        listening.push(end);
        return end;
      },
      close: async () => {
        isLent = false;
        for (const end of listening) await end();
        if (expected > 0 && (await clean(client, state))) resting.push(client);
        else await client.close();
      },
    };
    return new Proxy(client, {
      get: (_, name) => {
        // A service that nobody stopped must not reach the next suite's rows.
        if (!isLent) throw new Error('The database is closed.');
        if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown;
        const value = Reflect.get(client, name) as unknown;
        return typeof value === 'function' ? (value.bind(client) as unknown) : value;
      },
    });
  }

  function expect(): () => Promise<void> {
    expected += 1;
    return async () => {
      expected -= 1;
      if (expected === 0) await Promise.all(resting.splice(0).map((client) => client.close()));
    };
  }

  return { borrow, expect };
}
