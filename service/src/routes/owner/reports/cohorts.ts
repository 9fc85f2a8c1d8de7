import { z } from '@hono/zod-openapi';
import { COHORT_DAYS, COUNT, ORIGINS } from '../../../storage/counts/figures.ts';
import { readCohorts, type CohortFigure, type CohortRow } from '../../../storage/counts/readCohorts.ts';
import { readRollups } from '../../../storage/counts/readRollups.ts';
import { nextDay, startOfDay } from '../../../values/days.ts';
import { DEFINITIONS } from '../../../values/definitions.ts';
import { readMicros } from '../../../values/micros.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField, daysQuerySchema } from '../../wire/daysQuery.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { problemResponses } from '../../wire/problems.ts';
import { groupBy } from '../../../values/groupBy.ts';
import { sumsSchema, writeFigures, writeSums } from './figures.ts';
import { readReportDays, zoneChangesSchema } from './reportDays.ts';
import { appParameter, filterSchema } from './reportQuery.ts';
import { DAY_MS } from '../../../values/durations.ts';

type CohortDay = (typeof COHORT_DAYS)[number];

const filters = Object.fromEntries(ORIGINS.map((name) => [name, filterSchema(name)])) as Record<
  (typeof ORIGINS)[number],
  ReturnType<typeof filterSchema>
>;

const querySchema = daysQuerySchema
  .omit({ timezone: true })
  .extend({
    by: z
      .enum(['day', 'week', 'campaign'])
      .default('day')
      .openapi({ description: 'A row for the installs of each day, of each week from Monday, or of each campaign.' }),
    ...filters,
    app: appParameter,
  })
  .strict();

/** One value for each of the days; null while no install of the row is that old. */
function afterDays<Schema extends z.ZodType>(schema: Schema, description: string) {
  const each = schema.nullable();
  return z.object({ d1: each, d7: each, d30: each }).openapi({ description });
}

const rowSchema = z
  .object({
    day: z.iso.date().optional(),
    week: z.iso.date().optional().openapi({ description: 'The Monday on which the week begins.' }),
    campaign: z.string().nullable().optional(),
    installs: z.int().openapi({ description: DEFINITIONS.installs }),
    oldEnough: z.object({ d1: z.int(), d7: z.int(), d30: z.int() }).openapi({
      description:
        'How many of the installs are of days that are 1, 7 and 30 days old. The numbers below count these, so divide by them.',
    }),
    buyers: afterDays(z.int(), `${DEFINITIONS.buyers} Within 1, 7 and 30 times 24 hours of the install.`),
    revenue: afterDays(sumsSchema, `${DEFINITIONS.revenue} Within the same times.`),
    returned: afterDays(
      z.int(),
      'Installs that logged an event or opened a link on the 1st, 7th and 30th day after the install.'
    )
      .nullable()
      .openapi({ description: 'Null if the app logs no events, because then it is unknown.' }),
  })
  .openapi('Cohort');

const cohortsSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    timezone: z.string(),
    zoneChanges: zoneChangesSchema,
    rows: z
      .array(rowSchema)
      .openapi({ description: 'Only rows with installs. The field that `by` names holds the value.' }),
  })
  .openapi('Cohorts');

export type CohortsWire = z.output<typeof cohortsSchema>;

const route = endpoint('get', '/api/cohorts', {
  scope: 'read',
  sharedViewParameters: ['from', 'to', 'by'],
  summary: 'What became of the installs of some days: who bought or came back, by the link that brought them',
  request: { query: querySchema },
  responses: { 200: json('The cohorts', cohortsSchema), ...problemResponses(400) },
});

/** The Monday of a day's week. */
function weekOf(day: string): string {
  return nextDay(day, -((new Date(day).getUTCDay() + 6) % 7));
}

const count = (rows: readonly CohortRow[], figure: CohortFigure) =>
  rows.reduce((sum, { unit, figures }) => (unit === COUNT ? sum + Number(figures[figure] ?? 0) : sum), 0);

function revenueOf(rows: readonly CohortRow[], figure: CohortFigure) {
  const sums = new Map<string, bigint>();
  for (const { unit, figures } of rows) {
    const amount = figures[figure];
    if (unit !== COUNT && amount !== undefined) sums.set(unit, (sums.get(unit) ?? 0n) + readMicros(amount));
  }
  return writeSums([...sums].sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function serveCohorts(door: Door, { queries, clock }: Pick<ServiceParts, 'queries' | 'clock'>): void {
  door.openapi(route, async (c) => {
    const app = c.get('app');
    const { by, from: first, to: last, app: _app, ...given } = c.req.valid('query');
    const now = clock();
    const days = await readReportDays(queries, app, { from: first, to: last }, now);
    if (days.kind === 'invalid') return c.json(answerInvalidField(days.field, days.message), 400);
    const { from, to, timezone, dayOf } = days;
    const asked = Object.fromEntries(Object.entries(given).filter(([, values]) => values !== undefined));
    const read = (until: string) =>
      readCohorts(queries, { appId: app.id, from, to: until, by: by === 'campaign' ? by : 'day', filters: asked });
    const rows = await read(to);
    const everything = { from, to: dayOf(now), attribution: 'last', isByDay: false, by: null, filters: {} } as const;
    const { events } = writeFigures(
      from > everything.to ? [] : await readRollups(queries, { appId: app.id, ...everything })
    );
    const logsNothing = events.length === 0;

    /** Whether that many days are over for all installs of a day, as hours after each and as days of the calendar. */
    const isOver = (number: CohortDay, day: string) =>
      startOfDay(nextDay(day), dayOf) + number * DAY_MS <= now && startOfDay(nextDay(day, number + 1), dayOf) <= now;
    const nameOf = ({ day, value }: CohortRow) =>
      by === 'campaign' ? value : by === 'week' && day ? weekOf(day) : day;

    /** The rows of installs that are old enough, by their name. */
    async function readOld(number: CohortDay) {
      let last = to;
      while (last >= from && !isOver(number, last)) last = nextDay(last, -1);
      const old = last < from ? [] : last === to ? rows : by === 'campaign' ? await read(last) : rows;
      return groupBy(
        old.filter(({ day }) => day === null || day <= last),
        nameOf
      );
    }
    const [old1, old7, old30] = await Promise.all(COHORT_DAYS.map(readOld));
    const write = (name: string | null, own: readonly CohortRow[]) => {
      const old = { 1: old1?.get(name) ?? [], 7: old7?.get(name) ?? [], 30: old30?.get(name) ?? [] };
      const each = <Value>(value: (number: CohortDay) => Value) => ({ d1: value(1), d7: value(7), d30: value(30) });
      const ofOld = <Value>(value: (number: CohortDay) => Value) =>
        each((number) => (count(old[number], 'installs') > 0 ? value(number) : null));
      return {
        [by]: name,
        installs: count(own, 'installs'),
        oldEnough: each((number) => count(old[number], 'installs')),
        buyers: ofOld((number) => count(old[number], `buyers_${number}`)),
        revenue: ofOld((number) => revenueOf(old[number], `revenue_${number}`)),
        returned: logsNothing ? null : ofOld((number) => count(old[number], `returned_${number}`)),
      };
    };
    const groups = [...groupBy(rows, nameOf)].filter(([, own]) => count(own, 'installs') > 0);
    return c.json(
      { from, to, timezone, ...days.zoneChanges, rows: groups.map(([name, own]) => write(name, own)) },
      200
    );
  });
}
