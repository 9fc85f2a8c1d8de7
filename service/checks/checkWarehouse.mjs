import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createShell } from '../../scripts/createShell.mjs';
import { readPages } from '../../scripts/docs/readPages.mjs';
import { freePort } from '../../scripts/freePort.mjs';
import { root } from '../../scripts/library.mjs';
import { run, step } from '../../scripts/run.mjs';
import { withFolder } from '../../scripts/withFolder.mjs';
import { withPostgres } from './postgresServer.mjs';

const PAGE = 'docs/warehouse.md';
const SERVICE = join(root, 'service');
/** The last version of which npm has the binary for every processor. */
const DUCKDB = '@duckdb/node-api@1.5.5-r.5';
const COMMAND = `node ${join(SERVICE, 'dist/bin/main.js')}`;

/** DuckDB as npm has it, in a folder of its own: the project doesn't need it. */
async function openDuckDb(folder) {
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder, DUCKDB], {
    cwd: folder,
  });
  const { DuckDBInstance } = createRequire(join(folder, 'package.json'))('@duckdb/node-api');
  return (await DuckDBInstance.create(join(folder, 'warehouse.duckdb'))).connect();
}

/** Loads events as the page says: a first time, and again after one was added and a person was deleted. */
async function loadTwice(folder) {
  const pages = readPages();
  const [download, postgres, duckdb] = ['fetch', 'postgres', 'duckdb'].map((name) => pages.take(PAGE, name));
  assert.deepEqual(pages.untaken(PAGE), [], `Blocks of ${PAGE} that nobody runs.`);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  run('npm', ['run', 'build'], { cwd: SERVICE });
  await withPostgres(async (url) => {
    const variables = { PATH: process.env.PATH, HOME: folder, PORT: String(port) };
    const tell = createShell(variables, folder);
    await createShell(variables, folder).during(COMMAND, /Service at http/, async () => {
      const { output } = await tell.run(`${COMMAND} apps add --id my-app --name Shop --host go.example.com`);
      const [[secretKey], [publishableKey]] = [/sk_[\w-]{32}/.exec(output), /pk_[\w-]{32}/.exec(output)];
      tell.set({ SECRET_KEY: secretKey });
      const ask = (key, path, body, method = 'POST') =>
        fetch(`${origin}${path}`, {
          method,
          headers: { authorization: `Bearer ${key}`, 'x-app-id': 'my-app', 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
      const send = async (installId, id) => {
        const timestamp = new Date().toISOString();
        const events = [{ id, name: 'purchase', timestamp, data: { total: 59.9, currency: 'EUR' } }];
        const { status } = await ask(publishableKey, '/api/link/events', { installId, sentAt: timestamp, events });
        assert.equal(status, 200);
      };
      const duck = await openDuckDb(folder);
      writeFileSync(join(folder, 'load.sql'), postgres);

      async function load() {
        await tell.run(download.replace('https://go.example.com', origin));
        await tell.run(`psql -q -v ON_ERROR_STOP=1 "${url}" -f load.sql`);
        await duck.run(duckdb.replaceAll('events.ndjson', join(folder, 'events.ndjson')));
        await tell.run(`tail -n 1 events.ndjson | cut -d '"' -f 4 > events.cursor`);
        const inPostgres = await tell.run(`psql -tA "${url}" -c "SELECT id, amount FROM events ORDER BY id"`);
        const inDuckDb = await duck.runAndReadAll('SELECT id, amount FROM events ORDER BY id');
        const rows = inPostgres.output
          .trim()
          .split('\n')
          .map((line) => line.split('|'));
        assert.deepEqual(
          inDuckDb.getRowsJson().map(([id, amount]) => [id, String(Number(amount))]),
          rows
        );
        return rows.map(([id]) => id);
      }

      await send('ada', 'first');
      await send('bob', 'second');
      assert.deepEqual(await load(), ['first', 'second']);
      await send('bob', 'third');
      assert.equal((await ask(secretKey, '/api/installs/ada', undefined, 'DELETE')).status, 200);
      assert.deepEqual(await load(), ['second', 'third']);
    });
  });
}

await step(PAGE, () => withFolder(loadTwice));
