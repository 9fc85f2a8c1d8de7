import { z } from '@hono/zod-openapi';
import type { Queries } from '../../../storage/base/Database.ts';
import { readZones } from '../../../storage/counts/zones.ts';
import type { App } from '../../../storage/schema/tables.ts';
import { joinCalendars, nextDay, startOfDay, type Zone } from '../../../values/days.ts';
import { readDays, type DaysQuery } from '../../wire/daysQuery.ts';

const HOUR_MS = 60 * 60 * 1000;

export const zoneChangesSchema = z
  .array(z.object({ day: z.iso.date(), hours: z.number(), from: z.string(), to: z.string() }))
  .optional()
  .openapi({
    description:
      'If the app’s time zone changed in these days: the day between both zones, which has fewer or more than 24 hours.',
  });

type ZoneChanges = NonNullable<z.output<typeof zoneChangesSchema>>;

type ReportDays =
  | {
      kind: 'days';
      from: string;
      to: string;
      /** The zone of the last day. */
      timezone: string;
      /** All of them, such as 2026-01-31. */
      days: string[];
      dayOf: (time: number) => string;
      /** When the days begin, in a time zone that isn't the app's; null in the app's own, which counts in days. */
      spans: { starts: Date[]; end: Date } | null;
      /** The field about changed zones for an answer; empty if all days have one zone. */
      zoneChanges: { zoneChanges?: ZoneChanges };
    }
  | { kind: 'invalid'; field: string; message: string };

function listZoneChanges(zones: readonly Zone[], dayOf: (time: number) => string): ZoneChanges {
  return zones.slice(1).map(({ since, timeZone }, place) => {
    const day = dayOf(since - 1);
    const hours = (startOfDay(nextDay(day), dayOf) - startOfDay(day, dayOf)) / HOUR_MS;
    return { day, hours, from: zones[place]?.timeZone ?? 'UTC', to: timeZone };
  });
}

/** The days of a report. In the app's own zone, each is a day of the zone that the app had then. */
export async function readReportDays(queries: Queries, app: App, wanted: DaysQuery, now: number): Promise<ReportDays> {
  const zones = await readZones(queries, app.id);
  const zoneAt = (time: number) => zones.findLast(({ since }) => since <= time)?.timeZone ?? app.timeZone;
  const isOwn = [undefined, app.timeZone, zoneAt(now)].includes(wanted.timezone);
  const outcome = isOwn ? readDays(wanted, now, joinCalendars(zones)) : readDays(wanted, now);
  if (outcome.kind === 'invalid') return outcome;
  const { from, to, end, dayOf } = outcome;
  const days: string[] = [];
  for (let day = from; day <= to; day = nextDay(day)) days.push(day);
  const own = { kind: 'days', from, to, days, dayOf } as const;
  if (!isOwn) {
    const starts = days.map((day) => new Date(startOfDay(day, dayOf)));
    return { ...own, timezone: outcome.timezone, spans: { starts, end }, zoneChanges: {} };
  }
  const zoneChanges = listZoneChanges(zones, dayOf).filter(({ day }) => from <= day && day <= to);
  return {
    ...own,
    timezone: zoneAt(end.getTime() - 1),
    spans: null,
    zoneChanges: zoneChanges.length > 0 ? { zoneChanges } : {},
  };
}
