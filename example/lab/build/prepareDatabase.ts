import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { databaseOf, openPglite } from '../../../service/src/server/openPglite.ts';
import { seedShop } from '../service/seedShop.ts';

/** The log is divided into files, and a new database has two. A megabyte each instead of 16 means less to download. */
const SMALL_LOG = ['--wal-segsize=1'];

/** Writes the files of the lab's database, with all tables and the shop in it, so no browser has to make them. */
const [, , output = ''] = process.argv;
const session = await openPglite({
  dataDir: 'memory://',
  initDbStartParams: SMALL_LOG,
  postgresqlconf: ['min_wal_size = 2MB', 'max_wal_size = 2MB'],
});
const { queries, close } = await databaseOf(session);
await seedShop(queries, Date.now());
// Nobody makes another database from these two, which are half of all files.
await queries.execute('UPDATE pg_database SET datistemplate = false');
for (const unused of ['template0', 'template1']) await queries.execute(`DROP DATABASE ${unused}`);
await queries.execute('VACUUM');
await queries.execute('CHECKPOINT');
const files = await session.client.dumpDataDir('gzip');
await mkdir(dirname(output), { recursive: true });
await writeFile(output, new Uint8Array(await files.arrayBuffer()));
await close();
