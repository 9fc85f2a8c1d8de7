import { startPostgres } from '../../checks/postgresServer.mjs';
import { MAX_TIMES_CHEAPEST, measureCosts, seedCosts } from './measureCosts.ts';
import { endServers, startServer } from './servers.ts';

/** Prints what each route costs, and returns what is too dear. Further words choose routes, by parts of their names. */
export async function runCosts(main: string, words: readonly string[]): Promise<string[]> {
  const postgres = await startPostgres();
  try {
    await seedCosts(postgres.url);
    const server = await startServer([main], {
      DATABASE_URL: postgres.url,
      PORT: '0',
      TRUSTED_PROXIES: '1',
      ADMIN_TOKEN: 'bench-token-0123456789',
      LIMIT_PER_NETWORK: '1000000',
      LIMIT_PER_APP: '1000000',
      MAX_EVENTS_PER_DAY: '1000000000000',
      LOG_LEVEL: 'error',
    });
    console.log('| route | request | tokens | cheapest, µs | this, µs | times per token | answers |');
    console.log('|---|---|---|---|---|---|---|');
    const isWanted = (route: string) => words.length === 0 || words.some((word) => route.includes(word));
    const costs = await measureCosts(server, postgres.port, isWanted);
    for (const { route, name, tokens, cheapUs, dearUs, times, statuses } of costs) {
      const figures = [tokens, cheapUs.toFixed(0), dearUs.toFixed(0), times.toFixed(1), statuses];
      console.log(`| \`${route}\` | ${name} | ${figures.join(' | ')} |`);
    }
    return costs
      .filter(({ times }) => !(times > 0 && times <= MAX_TIMES_CHEAPEST))
      .map(({ route, name, times }) => `${route}, ${name}: ${times.toFixed(1)} times the cheapest`);
  } finally {
    await endServers();
    await postgres.stop();
  }
}
