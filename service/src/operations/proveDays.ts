import type { Queries } from '../storage/base/Database.ts';
import { forEachApp } from './forEachApp.ts';
import { listAppIds } from '../storage/company/apps.ts';
import { countRows, hasLostClicks } from '../storage/counts/countRows.ts';
import { readRollups } from '../storage/counts/readRollups.ts';
import { readZones } from '../storage/counts/zones.ts';
import { joinCalendars, nextDay, startOfDay } from '../values/days.ts';
import { DAY_MS } from '../values/durations.ts';
import type { Log } from '../values/Log.ts';
import { readMicros } from '../values/micros.ts';

export interface Difference {
  figure: string;
  unit: string;
  /** By the rows that are stored. */
  counted: string;
  /** By reports. */
  reported: string;
}

/** The figures of an app's day in which reports and stored rows differ; null if rows are missing on purpose. */
export async function proveDay(queries: Queries, appId: string, day: string): Promise<Difference[] | null> {
  const dayOf = joinCalendars(await readZones(queries, appId));
  const [start, end] = [new Date(startOfDay(day, dayOf)), new Date(startOfDay(nextDay(day), dayOf))];
  if (await hasLostClicks(queries, appId, start)) return null;
  const question = { appId, from: day, to: day, attribution: 'last', isByDay: false, by: null, filters: {} } as const;
  const reported = new Map<string, string>();
  for (const { unit, figures } of await readRollups(queries, question)) {
    for (const [figure, value] of Object.entries(figures)) reported.set(`${figure} ${unit}`, value);
  }
  const counted = new Map<string, string>();
  for (const { figure, unit, value } of await countRows(queries, appId, start, end)) {
    counted.set(`${figure} ${unit}`, value);
  }
  return [...new Set([...reported.keys(), ...counted.keys()])].flatMap((name) => {
    const [figure = '', unit = ''] = name.split(' ');
    const both = { counted: counted.get(name) ?? '0', reported: reported.get(name) ?? '0' };
    return readMicros(both.counted) === readMicros(both.reported) ? [] : [{ figure, unit, ...both }];
  });
}

interface ProofOptions {
  now: number;
  retentionDays: number;
  log: Log;
  /** How many figures of an app's day differ. */
  onProof: (appId: string, differences: number) => void;
}

/** Compares each app's reports about yesterday with the rows of that day. Changes nothing. */
export async function proveDays(queries: Queries, options: ProofOptions, signal?: AbortSignal): Promise<void> {
  const { now, retentionDays, log, onProof } = options;
  const prove = async (app: string) => {
    const day = nextDay(joinCalendars(await readZones(queries, app))(now), -1);
    if (Date.parse(day) - DAY_MS < now - retentionDays * DAY_MS) return;
    // Both counts need one snapshot, because folding and writers go on.
    const differences = await queries.transaction((transaction) => proveDay(transaction, app, day), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    onProof(app, differences?.length ?? 0);
    for (const each of differences ?? [])
      log('error', 'A number of a report differs from its rows', { app, day, ...each });
  };
  await forEachApp(await listAppIds(queries), prove, signal);
}
