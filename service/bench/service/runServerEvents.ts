import { startPostgres } from '../../checks/postgresServer.mjs';
import { singlePurchases } from './endpoints.ts';
import { measureInTurns, percentile } from './measure.ts';
import { seedEvents } from './seed.ts';
import { endServers, startServer } from './servers.ts';

const STORED = [20_000, 500_000];
const GOAL = 1 / 3;
const MOST = 12_000;
const WARM_UP_MS = 4_000;
const NO_LIMIT = '1000000';

/** Compares single events from the company's server with those of phones; returns the goals that were missed. */
export async function runServerEvents(main: string): Promise<string[]> {
  const missed: string[] = [];
  console.log(
    '| events stored, not analysed | of the phones’ rate | goal | per second | phones’ | p99, ms | core time, µs | not 200 |'
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const stored of STORED) {
    const postgres = await startPostgres({ settings: { autovacuum: 'off' } });
    try {
      await seedEvents(postgres.url, stored);
      const limits = { LIMIT_PER_NETWORK: NO_LIMIT, LIMIT_PER_APP: NO_LIMIT };
      const env = { DATABASE_URL: postgres.url, PORT: '0', TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' };
      const server = await startServer([main], { ...env, ...limits });
      const [phones, ofServer] = await measureInTurns(
        { server, prepare: () => singlePurchases.ofPhones(MOST), warmUpMs: WARM_UP_MS },
        { server, prepare: () => singlePurchases.ofServer(MOST), warmUpMs: WARM_UP_MS }
      );
      if (!phones || !ofServer) continue;
      const ratio = ofServer.rate / phones.rate;
      const figures = [
        ratio.toFixed(2),
        `≥ ${GOAL.toFixed(2)}`,
        ofServer.rate.toFixed(0),
        phones.rate.toFixed(0),
        percentile(ofServer.latencies, 0.99).toFixed(1),
        ofServer.coreUs.toFixed(0),
      ];
      console.log(`| ${stored} | ${figures.join(' | ')} | ${ofServer.failures.join(', ') || 0} |`);
      if (ratio < GOAL) missed.push(`${stored} events stored: ${ratio.toFixed(2)} of the phones’ rate`);
      if (ofServer.failures.length > 0) missed.push(`${stored} events stored: ${ofServer.failures.join(', ')}`);
    } finally {
      await endServers();
      await postgres.stop();
    }
  }
  return missed;
}
