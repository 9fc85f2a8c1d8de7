import { z } from '@hono/zod-openapi';
import { findLinksOfApp } from '../../../storage/links.ts';
import { readRollups, type RollupQuestion } from '../../../storage/rollups/readRollups.ts';
import type { Link } from '../../../storage/tables.ts';
import { EVENT_NAMES } from '../../../values/eventNames.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField, daysQuerySchema } from '../../wire/daysQuery.ts';
import { endpoint } from '../../wire/endpoint.ts';
import { problemResponses } from '../../wire/problems.ts';
import { answerCsv, headingOf, type Cell } from './csv.ts';
import { groupBy, writeFigures, type FiguresWire } from './figures.ts';
import { readReportDays } from './reportDays.ts';

/** Pages are large, because each one ranks all links anew. */
const LINKS_AT_ONCE = 5_000;

const NAME = 'statistics.csv';

const route = endpoint('get', `/api/export/${NAME}`, {
  summary:
    'What each link brought, as CSV: a row for each link that has numbers, and one for everything without a link',
  request: { query: daysQuerySchema },
  responses: {
    200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
    ...problemResponses(400),
  },
});

interface Row {
  /** '' for no link. */
  code: string;
  /** By what it is ranked. */
  rank: string;
  link: Link | undefined;
  figures: FiguresWire;
}

type Column = (row: Row) => Cell;

const countEvents =
  (name: string): Column =>
  ({ figures }) =>
    figures.events.find((event) => event.name === name)?.count ?? 0;

const sumIn =
  (figure: 'revenue' | 'confirmedRevenue', wanted: string | null): Column =>
  ({ figures }) =>
    figures[figure].find(({ currency }) => currency === wanted)?.sum ?? '0';

/** What is told of each link. */
const FIELDS = ['name', 'title', 'destination', 'campaign', 'source', 'medium', 'tags'] as const;

/** Purchases are among the events. */
type Count = Exclude<
  { [Name in keyof FiguresWire]: FiguresWire[Name] extends number ? Name : never }[keyof FiguresWire],
  'purchases'
>;

const COUNTS = Object.keys({
  clicks: 0,
  visitors: 0,
  storeTaps: 0,
  installs: 0,
  bought: 0,
  withoutLink: 0,
  unsure: 0,
  opens: 0,
  buyers: 0,
  confirmedPurchases: 0,
} satisfies Record<Count, 0>) as Count[];

/** A column for each event and for each currency that has revenue in these days. */
function columnsFor(currencies: readonly (string | null)[]): Record<string, Column> {
  return {
    code: ({ code }) => code,
    ...Object.fromEntries(FIELDS.map((name): [string, Column] => [name, ({ link }) => link?.[name] ?? null])),
    ...Object.fromEntries(COUNTS.map((name): [string, Column] => [headingOf(name), ({ figures }) => figures[name]])),
    ...Object.fromEntries([...EVENT_NAMES, 'other'].map((name) => [name, countEvents(name)])),
    ...Object.fromEntries(
      (['revenue', 'confirmedRevenue'] as const).flatMap((figure) =>
        currencies.map((currency) => [
          `${headingOf(figure)}_${currency ?? 'without_currency'}`,
          sumIn(figure, currency),
        ])
      )
    ),
  };
}

export function serveStatisticsExport(
  door: Door,
  { queries, clock, log }: Pick<ServiceParts, 'queries' | 'clock' | 'log'>
): void {
  door.openapi(route, async (c) => {
    const app = c.get('app');
    const days = await readReportDays(queries, app, c.req.valid('query'), clock());
    if (days.kind === 'invalid') return c.json(answerInvalidField(days.field, days.message), 400);
    if (days.spans) {
      return c.json(answerInvalidField('timezone', `must be the app’s own, ${app.timeZone}`), 400);
    }
    const { from, to } = days;
    const question: RollupQuestion = {
      appId: app.id,
      from,
      to,
      attribution: 'last',
      isByDay: false,
      by: null,
      filters: {},
    };

    async function readPage(last: Row | null): Promise<Row[]> {
      const after = last && { amount: last.rank, value: last.code };
      const ranked = { order: { figures: ['clicks'] }, limit: LINKS_AT_ONCE, after } as const;
      const rows = await readRollups(queries, { ...question, by: 'link', ranked });
      const byCode = groupBy(rows, ({ value }) => value ?? '');
      const known = [...byCode.keys()].filter((code) => code !== '');
      const links = new Map((await findLinksOfApp(queries, app.id, known)).map((link) => [link.code, link]));
      return [...byCode].map(([code, own]) => ({
        code,
        rank: own[0]?.rank ?? '0',
        link: links.get(code),
        figures: writeFigures(own),
      }));
    }

    const currencies = writeFigures(await readRollups(queries, question)).revenue.map(({ currency }) => currency);
    const columns = columnsFor(currencies);
    return answerCsv(c, log, { name: NAME, columns, readPage, rowsAtOnce: LINKS_AT_ONCE });
  });
}
