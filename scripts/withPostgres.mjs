import { startPostgres } from './postgresServer.mjs';

/** Runs `work` with the address of a new PostgreSQL, and removes that afterwards. */
export async function withPostgres(work, settings = {}) {
  const server = await startPostgres({ settings });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
