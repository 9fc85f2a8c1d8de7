import { readdirSync, readFileSync } from 'node:fs';
import { iphone } from '../../__tests__/support/phones.ts';
import { addApp } from '../../src/operations/apps.ts';
import { createLinks } from '../../src/operations/createLink.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { COST_ROWS, COSTLY, CROWD, type Sent } from './costRows.ts';
import { sendLoad } from './load.ts';
import { cpuOf, type Started } from './servers.ts';

/** The dearest request of a route may cost so many times what the cheapest does, for each of its tokens. */
export const MAX_TIMES_CHEAPEST = 5;

const CONNECTIONS = 8;
const WARM_UP_MS = 1_500;
const MEASURED_MS = 2_000;

/** Each request comes from another network, so only its own cost is measured. */
const addressOf = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

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

/** The core time of all processes of a PostgreSQL that listens on this port, in microseconds. */
function cpuOfPostgres(port: number): number {
  const stats = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
      return [{ pid: Number(pid), parent: Number(fields.split(' ')[1]) }];
    } catch {
      return [];
    }
  });
  const isServer = ({ pid }: { pid: number }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`\0-p\0${port}\0`);
    } catch {
      return false;
    }
  };
  const server = stats.find(isServer)?.pid;
  const processes = stats.filter(({ pid, parent }) => pid === server || parent === server);
  return processes.reduce((sum, { pid }) => sum + (cpuOf({ pid, port }) || 0), 0);
}

/** An app with path links, its link, and a network from which many people clicked. */
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
    await addApp(database.queries, app, { publishable: COSTLY.publishable, secret: 'sk_costly_0123456789' });
    await createLinks(database.queries, app, [
      { code: COSTLY.code, destination: 'https://shop.test/a', createdAt: now },
    ]);
  } finally {
    await database.close();
  }
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
