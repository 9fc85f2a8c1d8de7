import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from '../../src/storage/schema/migrate.ts';

/** The coordinator of a cluster; then tests run on it instead of PGlite and PostgreSQL. */
export const citusUrl = process.env.CITUS_URL;

const GUIDE = new URL('../../citus.md', import.meta.url);

/** The statements of the guide that distribute a database. */
export function readDistribution(): string {
  const [, statements] = /^```sql distribute\n([\s\S]*?)^```$/m.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  if (!statements) throw new Error('citus.md has no statements that distribute a database.');
  return statements;
}

export async function withClient<Value>(url: string, work: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Node {
  host: string;
  port: number;
}

/** The addresses of a database on all nodes, the coordinator first. */
export async function nodesOf(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<Node>(
      `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid`
    )
  );
  return rows.map(({ host, port }) => {
    const address = new URL(url);
    address.host = `${host}:${port}`;
    return address.href;
  });
}

async function onAllNodes(statement: string): Promise<void> {
  const nodes = await nodesOf(citusUrl ?? '');
  await Promise.all(nodes.map((url) => withClient(url, (client) => client.query(statement))));
}

/** A distributed database that others are copied from: nobody may be connected to it. */
export async function createTemplate(name: string): Promise<void> {
  await onAllNodes(`CREATE DATABASE ${name}`);
  const nodes = (await nodesOf(citusUrl ?? '')).map((url) => new URL(name, url).href);
  const [coordinator = ''] = nodes;
  for (const url of nodes) await withClient(url, (client) => client.query('CREATE EXTENSION citus'));
  await withClient(coordinator, async (client) => {
    for (const [place, url] of nodes.entries()) {
      const { hostname, port } = new URL(url);
      const add = place === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
      await client.query(`SELECT ${add}($1, $2)`, [hostname, Number(port)]);
    }
    await migrate(drizzle(client));
    await client.query(readDistribution());
  });
  await onAllNodes(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await onAllNodes(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
}

/** A copy on each node. They fit together, because each node finds the others by the name of its own database. */
export async function copyTemplate(template: string, name: string): Promise<void> {
  await onAllNodes(`CREATE DATABASE ${name} TEMPLATE ${template}`);
}

export const dropDatabase = (name: string) => onAllNodes(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
