import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { CHANGES_CHANNEL, readChange } from '../storage/base/notices.ts';
import type { Database, Queries } from '../storage/base/Database.ts';
import { migrate } from '../storage/schema/migrate.ts';
import { createListeners } from './createListeners.ts';

/** PGlite with what runs its queries. Nothing in this file is Node's, so it opens databases in a browser, too. */
export interface PgliteSession {
  client: PGlite;
  queries: Queries;
  close: () => Promise<void>;
}

export async function openPglite(options: PGliteOptions): Promise<PgliteSession> {
  const client = await PGlite.create(options);
  return { client, queries: drizzle(client), close: () => client.close() };
}

/** Brings the tables up to date, and listens for changes. */
export async function databaseOf({ client, queries, close }: PgliteSession): Promise<Database> {
  await migrate(queries);
  const changes = createListeners();
  await client.listen(CHANGES_CHANNEL, (text) => changes.call(readChange(text)));
  return {
    kind: 'pglite',
    queries,
    withSession: (work) => work(queries),
    onChange: changes.add,
    isListening: () => true,
    waiting: () => 0,
    close,
  };
}
