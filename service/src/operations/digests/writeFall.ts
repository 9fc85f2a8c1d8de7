import type { App, Fields } from '../../storage/schema/tables.ts';
import type { Queries } from '../../storage/base/Database.ts';
import { readRollups } from '../../storage/counts/readRollups.ts';
import { countOf } from '../sums.ts';
import { groupBy } from '../../values/groupBy.ts';
import { nextDay } from '../../values/days.ts';
import { DAYS_OF_WEEK } from './writeWeek.ts';

/** With fewer installs a day, chance alone makes them fall this far. */
const MIN_USUAL = 20;

/** At this share of the usual number or above, nothing is sent. */
const SHARE_LEFT = 0.6;

/** The usual number is the average for the same weekday of this many weeks. */
const WEEKS = 4;

export interface FallFields extends Fields {
  app: string;
  day: string;
  timezone: string;
  installs: number;
  /** The average for the same weekday of the last four weeks. */
  usual: number;
}

/** The message about a day with far fewer installs than usual; null for every other day. */
export async function writeFall(queries: Queries, app: App, day: string, timezone: string): Promise<FallFields | null> {
  const before = Array.from({ length: WEEKS }, (_, week) => nextDay(day, -DAYS_OF_WEEK * (week + 1)));
  const rows = await readRollups(queries, {
    ...{ appId: app.id, from: nextDay(day, -DAYS_OF_WEEK * WEEKS), to: day },
    ...{ attribution: 'last', isByDay: true, by: null, filters: {} },
  });
  const byDay = groupBy(rows, (row) => row.day);
  const installsOf = (each: string) => countOf(byDay.get(each) ?? [], 'installs');
  const usual = before.reduce((sum, each) => sum + installsOf(each), 0) / WEEKS;
  const installs = installsOf(day);
  if (usual < MIN_USUAL || installs >= usual * SHARE_LEFT) return null;
  return { app: app.name, day, timezone, installs, usual: Math.round(usual * 10) / 10 };
}
