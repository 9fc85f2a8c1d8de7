import { z } from '@hono/zod-openapi';
import { findLinksOfApp } from '../../../storage/links.ts';
import { rankLinks, readFacts, type RankedLink } from '../../../storage/linkStatistics.ts';
import type { Link } from '../../../storage/tables.ts';
import { EVENT_NAMES } from '../../../values/eventNames.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField, daysQuerySchema, readDays } from '../../wire/daysQuery.ts';
import { endpoint } from '../../wire/endpoint.ts';
import { problemResponses } from '../../wire/problems.ts';
import { answerCsv, type Cell } from './csv.ts';
import { groupBy, writeFigures } from './figures.ts';

/** Pages are large, because each one ranks all links anew. */
const LINKS_AT_ONCE = 5_000;

const NAME = 'statistics.csv';

const route = endpoint('get', `/api/export/${NAME}`, {
  summary:
    'What each link brought, as CSV: a row for each link that has any figures, and one for everything without a link',
  request: { query: daysQuerySchema },
  responses: {
    200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
    ...problemResponses(400),
  },
});

interface Row {
  ranked: RankedLink;
  link: Link | undefined;
  figures: ReturnType<typeof writeFigures>;
}

type Column = (row: Row) => Cell;

const countEvents =
  (name: string): Column =>
  ({ figures }) =>
    figures.events.find((event) => event.name === name)?.count ?? 0;

const sumIn =
  (wanted: string | null): Column =>
  ({ figures }) =>
    figures.revenue.find(({ currency }) => currency === wanted)?.sum ?? '0';

/** A column for each event and for each currency that has revenue in these days. */
function columnsFor(currencies: readonly (string | null)[]): Record<string, Column> {
  return {
    code: ({ ranked }) => ranked.code,
    title: ({ link }) => link?.title ?? null,
    destination: ({ link }) => link?.destination ?? null,
    clicks: ({ figures }) => figures.clicks,
    installs: ({ figures }) => figures.installs,
    opens: ({ figures }) => figures.opens,
    ...Object.fromEntries([...EVENT_NAMES, 'other'].map((name) => [name, countEvents(name)])),
    ...Object.fromEntries(currencies.map((currency) => [`revenue_${currency ?? 'without_currency'}`, sumIn(currency)])),
  };
}

export function serveStatisticsExport(
  door: Door,
  { queries, clock, log }: Pick<ServiceParts, 'queries' | 'clock' | 'log'>
): void {
  door.openapi(route, async (c) => {
    const { id: appId } = c.get('app');
    const days = readDays(c.req.valid('query'), clock());
    if (days.kind === 'invalid') return c.json(answerInvalidField(days.field, days.message), 400);
    const range = { appId, from: days.start, to: days.end };
    const total = await readFacts(queries, { ...range, days: null, codes: null });
    const ofNoLink = total.filter(({ code }) => code === null);

    async function readPage(last: Row | null): Promise<Row[]> {
      const ranked = await rankLinks(
        queries,
        { ...range, kind: null },
        { by: 'clicks' },
        LINKS_AT_ONCE,
        last?.ranked ?? null
      );
      const codes = ranked.map(({ code }) => code).filter((code) => code !== '');
      const facts = codes.length > 0 ? await readFacts(queries, { ...range, days: null, codes }) : [];
      const links = new Map((await findLinksOfApp(queries, appId, codes)).map((link) => [link.code, link]));
      const byCode = groupBy([...facts, ...ofNoLink], ({ code }) => code ?? '');
      return ranked.map((each) => ({
        ranked: each,
        link: links.get(each.code),
        figures: writeFigures(byCode.get(each.code) ?? []),
      }));
    }

    const currencies = writeFigures(total).revenue.map(({ currency }) => currency);
    const columns = columnsFor(currencies);
    return answerCsv(c, log, { name: NAME, columns, readPage, rowsAtOnce: LINKS_AT_ONCE });
  });
}
