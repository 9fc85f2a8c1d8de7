import type { Queries } from '../../../storage/Database.ts';
import { readReportZone } from '../../../storage/rollups/readRollups.ts';
import type { App } from '../../../storage/tables.ts';
import { nextDay, startOfDay } from '../../../values/days.ts';
import { readDays, type DaysQuery } from '../../wire/daysQuery.ts';

type ReportDays =
  | {
      kind: 'days';
      from: string;
      to: string;
      timezone: string;
      /** All of them, such as 2026-01-31. */
      days: string[];
      /** When these days begin in a time zone that isn't the app's; null in its own, in whose days everything is counted. */
      spans: { starts: Date[]; end: Date } | null;
    }
  | { kind: 'invalid'; field: string; message: string };

/** The days of a report. After a change of the app's time zone, its old one is the app's until everything is counted again. */
export async function readReportDays(queries: Queries, app: App, wanted: DaysQuery, now: number): Promise<ReportDays> {
  const zone = await readReportZone(queries, app.id);
  const isOwn = wanted.timezone === undefined || wanted.timezone === app.timeZone || wanted.timezone === zone;
  const outcome = readDays(isOwn ? { ...wanted, timezone: zone } : wanted, now);
  if (outcome.kind === 'invalid') return outcome;
  const { from, to, timezone, end, dayOf } = outcome;
  const days: string[] = [];
  for (let day = from; day <= to; day = nextDay(day)) days.push(day);
  const starts = () => days.map((day) => new Date(startOfDay(day, dayOf)));
  return { kind: 'days', from, to, timezone, days, spans: isOwn ? null : { starts: starts(), end } };
}
