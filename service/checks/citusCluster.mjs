import { run } from '../../scripts/run.mjs';
import { startPostgres } from './postgresServer.mjs';

const WORKERS = 2;

/** What Citus asks for, small enough for one machine. The counters tell whether a statement asked all servers. */
const SETTINGS = {
  shared_preload_libraries: 'citus',
  max_connections: 300,
  max_prepared_transactions: 300,
  wal_level: 'logical',
  fsync: 'off',
  'citus.shard_count': 4,
  'citus.enable_stat_counters': 'on',
  'citus.node_conninfo': 'sslmode=prefer',
};

const runSql = ({ url }, database, statement) =>
  run('psql', [url.replace(/postgres$/, database), '-v', 'ON_ERROR_STOP=1', '-qAtc', statement], { isQuiet: true });

/**
 * Starts a coordinator and two workers of PostgreSQL with Citus, whose extension must be installed, and gives the
 * address of a database that all of them know. The caller has to stop them.
 */
export async function startCitus() {
  const servers = [];
  const stop = async () => {
    for (const server of servers) await server.stop();
  };
  try {
    for (let number = 0; number <= WORKERS; number += 1) servers.push(await startPostgres({ settings: SETTINGS }));
    const [coordinator, ...workers] = servers;
    for (const server of servers) {
      runSql(server, 'postgres', 'CREATE DATABASE cluster');
      runSql(server, 'cluster', 'CREATE EXTENSION citus');
    }
    runSql(coordinator, 'cluster', `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
    for (const { port } of workers) runSql(coordinator, 'cluster', `SELECT citus_add_node('127.0.0.1', ${port})`);
    return { url: coordinator.url.replace(/postgres$/, 'cluster'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
