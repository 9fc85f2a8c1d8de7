import { z } from '@hono/zod-openapi';
import { EVENTS } from '../../../storage/counts/figures.ts';
import { findLinksOfApp } from '../../../storage/company/links.ts';
import { readRollups, type RollupQuestion } from '../../../storage/counts/readRollups.ts';
import { REVENUE_EVENTS, sumsOf } from '../../../operations/sums.ts';
import type { Link } from '../../../storage/schema/tables.ts';
import type { Doors } from '../../doors/createDoors.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField, daysQuerySchema } from '../../wire/daysQuery.ts';
import { endpoint } from '../../wire/endpoint.ts';
import { problemResponses } from '../../wire/problems.ts';
import { answerCsv, headingOf, type Cell } from './csv.ts';
import { COUNT_NAMES } from '../../../values/definitions.ts';
import { groupBy } from '../../../values/groupBy.ts';
import { writeFigures, type FiguresWire } from './figures.ts';
import { readReportDays } from './reportDays.ts';

/** Pages are large, because each one ranks all of them again. */
const ROWS_AT_ONCE = 5_000;

const NAME = 'statistics.csv';

const route = endpoint('get', `/api/export/${NAME}`, {
  summary:
    'What each link brought, as CSV: a row for each link that has numbers, and one for everything without a link; or how many events there were of each name',
  request: { query: daysQuerySchema.extend({ by: z.enum(['link', 'event']).default('link') }) },
  responses: {
    200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
    ...problemResponses(400),
  },
});

interface Row {
  /** A link's code, '' for no link; or a name of events. */
  value: string;
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

const FIELDS = ['name', 'title', 'destination', 'campaign', 'source', 'medium', 'tags'] as const;

/** Leaves out purchases, which have a column among the events. */
const COUNTS_BESIDE_EVENTS = COUNT_NAMES.filter((name) => name !== 'purchases');

/** A column for each event and for each currency that has revenue in these days. */
function columnsFor(currencies: readonly (string | null)[]): Record<string, Column> {
  return {
    code: ({ value }) => value,
    ...Object.fromEntries(FIELDS.map((name): [string, Column] => [name, ({ link }) => link?.[name] ?? null])),
    ...Object.fromEntries(
      COUNTS_BESIDE_EVENTS.map((name): [string, Column] => [headingOf(name), ({ figures }) => figures[name]])
    ),
    ...Object.fromEntries(EVENTS.map((name) => [name, countEvents(name)])),
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

const columnsForEvents = (currencies: readonly (string | null)[]): Record<string, Column> => ({
  event: ({ value }) => value,
  count: ({ value, figures }) => figures.events.find(({ name }) => name === value)?.count ?? 0,
  ...Object.fromEntries(
    currencies.map((currency): [string, Column] => [
      `sum_${currency ?? 'without_currency'}`,
      ({ figures }) =>
        figures.events.flatMap(({ sums }) => sums).find((each) => each.currency === currency)?.sum ?? '0',
    ])
  ),
});

export function serveStatisticsExport(
  { files: door, inTurn }: Pick<Doors, 'files' | 'inTurn'>,
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
    const { by } = c.req.valid('query');
    const figures = by === 'event' ? EVENTS : (['clicks'] as const);
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
      const after = last && { amount: last.rank, value: last.value };
      const ranked = { order: { figures }, limit: ROWS_AT_ONCE, after };
      const rows = await readRollups(queries, { ...question, by, ranked });
      const byValue = groupBy(rows, ({ value }) => value ?? '');
      const known = by === 'link' ? [...byValue.keys()].filter((code) => code !== '') : [];
      const links = new Map((await findLinksOfApp(queries, app.id, known)).map((link) => [link.code, link]));
      return [...byValue].map(([value, own]) => ({
        value,
        rank: own[0]?.rank ?? '0',
        link: links.get(value),
        figures: writeFigures(own, by === 'event' ? value : undefined),
      }));
    }

    const sums = sumsOf(await readRollups(queries, question), by === 'event' ? EVENTS : REVENUE_EVENTS);
    const currencies = sums.map(([currency]) => currency || null);
    const columns = by === 'event' ? columnsForEvents(currencies) : columnsFor(currencies);
    return answerCsv(c, { inTurn, log }, { name: NAME, columns, readPage, rowsAtOnce: ROWS_AT_ONCE });
  });
}
