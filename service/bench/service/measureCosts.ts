import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { iphone } from '../../__tests__/support/phones.ts';
import { addApp } from '../../src/operations/apps.ts';
import { createLinks } from '../../src/operations/createLink.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { CLICKS, COST_ROWS, COSTLY, CROWD, ICON, type Sent } from './costRows.ts';
import { sendLoad } from './load.ts';
import { cpuOf, TICK_US, type Started } from './servers.ts';

/** The dearest request of a route may cost so many times what the cheapest does, for each of its tokens. */
export const MAX_TIMES_CHEAPEST = 5;

const CONNECTIONS = 8;
const WARM_UP_MS = 1_500;
const MEASURED_MS = 2_000;

/** Each request comes from another network, also a wide one, so only its own cost is measured and none is refused. */
const addressOf = (number: number) => `10.${number & 255}.${(number >> 8) & 255}.${(number >> 16) & 255}`;

/** A request as bytes on the wire. */
export function writeRequest({ method, path, headers = {}, body, address }: Sent, number: number): string {
  const lines = Object.entries({
    host: COSTLY.host,
    'x-forwarded-for': address ?? addressOf(number),
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** What Linux says about a process, from its state on; null if it is gone. */
function statOf(pid: string): string[] | null {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .split(/\) (?=[A-Z] )/)[1]
        ?.split(' ') ?? null
    );
  } catch {
    return null;
  }
}

function isServer(pid: string, port: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`\0-p\0${port}\0`);
  } catch {
    return false;
  }
}

/**
 * The core time of a PostgreSQL that listens on this port, in microseconds: its own, that of its processes, and that of
 * those which have ended, as a worker of the autovacuum does.
 */
function cpuOfPostgres(port: number): number {
  const pids = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid));
  const server = pids.find((pid) => isServer(pid, port));
  const ticks = pids.flatMap((pid) => {
    const stat = statOf(pid);
    if (!stat || (pid !== server && stat[1] !== server)) return [];
    return stat.slice(11, pid === server ? 15 : 13).map(Number);
  });
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_US;
}

/** An app with path links, an icon, its link, and people who clicked on it. */
export async function seedCosts(url: string): Promise<void> {
  const database = await openDatabase({ url });
  try {
    const now = new Date();
    const app = {
      id: COSTLY.id,
      name: 'Costly',
      linkHosts: [COSTLY.host],
      iosAppId: 'TEAMID1234.test.costly',
      appStoreId: '42',
      androidPackage: 'test.costly',
      androidSha256: [],
      scheme: 'costly',
      pathLinks: 'on' as const,
      noLinks: Array.from({ length: 50 }, (_, number) => `/never/${number}/*`),
      createdAt: now,
    };
    await addApp(database.queries, app, {
      publishable: COSTLY.publishable,
      secret: 'sk_costly_0123456789',
      icon: ICON,
    });
    await createLinks(database.queries, app, [
      { code: COSTLY.code, destination: 'https://shop.test/a', createdAt: now },
    ]);
  } finally {
    await database.close();
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO clicks (id, app_id, code, user_agent, device, created_at)
     SELECT 'click-' || number, $1, $2, $3, 'iphone', now() FROM generate_series(1, $4::int) AS number`,
    [COSTLY.id, COSTLY.code, iphone.browser.userAgent, CLICKS]
  );
  await client.query('VACUUM ANALYZE clicks');
  await client.end();
}

export interface Cost {
  route: string;
  name: string;
  tokens: number;
  cheapUs: number;
  dearUs: number;
  /** How many times the cheapest, for each token. */
  times: number;
  statuses: string;
}

/** Measures what requests of every route cost the service and PostgreSQL together. */
export async function measureCosts(
  server: Started,
  postgresPort: number,
  isWanted: (route: string) => boolean
): Promise<Cost[]> {
  let number = 0;
  async function measure(make: (number: number) => Sent, forMs: number) {
    const before = cpuOf(server) + cpuOfPostgres(postgresPort);
    const { statuses } = await sendLoad({
      port: server.port,
      connections: CONNECTIONS,
      forMs,
      most: Infinity,
      next: () => {
        number += 1;
        return writeRequest(make(number), number);
      },
    });
    const spent = cpuOf(server) + cpuOfPostgres(postgresPort) - before;
    const answers = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    return { us: spent / answers, statuses: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ') };
  }
  // People of one network who clicked on the link.
  const view = (): Sent => ({
    method: 'GET',
    path: `/${COSTLY.code}`,
    headers: { 'user-agent': iphone.browser.userAgent },
    address: CROWD.address,
  });
  for (let click = 0; click < CROWD.clicks; click += 1) {
    await fetch(`http://127.0.0.1:${server.port}/${COSTLY.code}`, {
      headers: { ...view().headers, 'x-forwarded-for': CROWD.address, 'x-forwarded-host': COSTLY.host },
    });
  }
  const costs: Cost[] = [];
  for (const [route, { cheap, dear, tokens = {} }] of Object.entries(COST_ROWS)) {
    if (!isWanted(route)) continue;
    await measure(cheap, WARM_UP_MS);
    const { us: cheapUs } = await measure(cheap, MEASURED_MS);
    for (const [name, make] of Object.entries(dear)) {
      await measure(make, WARM_UP_MS);
      const { us: dearUs, statuses } = await measure(make, MEASURED_MS);
      const paid = tokens[name] ?? 1;
      costs.push({ route, name, tokens: paid, cheapUs, dearUs, times: dearUs / cheapUs / paid, statuses });
    }
  }
  return costs;
}
