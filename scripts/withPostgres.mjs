import { startPostgres } from './postgresServer.mjs';

/** Runs `work` with the address of a PostgreSQL of its own, which is gone afterwards. */
export async function withPostgres(work) {
  const server = await startPostgres();
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
