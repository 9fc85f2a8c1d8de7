import type { CohortsWire } from '../../../src/routes/owner/reports/cohorts.ts';
import { readMicros, writeMicros } from '../../../src/values/micros.ts';

export type Cohort = CohortsWire['rows'][number];
export type CohortDay = keyof Cohort['oldEnough'];
type Sum = NonNullable<Cohort['revenue']['d1']>[number];

const add = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

function addSums(sums: readonly Sum[]): Sum[] {
  const byCurrency = new Map<string | null, bigint>();
  for (const { currency, sum } of sums) byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + readMicros(sum));
  return [...byCurrency].map(([currency, micros]) => ({ currency, sum: writeMicros(micros) }));
}

/** Adds up all rows, which counts nothing twice because each install is in exactly one of them. */
export function addCohorts(rows: readonly Cohort[]): Cohort {
  const each = <Value>(value: (day: CohortDay) => Value) => ({ d1: value('d1'), d7: value('d7'), d30: value('d30') });
  const oldEnough = each((day) => add(rows.map((row) => row.oldEnough[day])));
  const ofOld = <Value>(value: (day: CohortDay) => Value) => each((day) => (oldEnough[day] === 0 ? null : value(day)));
  return {
    installs: add(rows.map(({ installs }) => installs)),
    oldEnough,
    buyers: ofOld((day) => add(rows.map(({ buyers }) => buyers[day] ?? 0))),
    revenue: ofOld((day) => addSums(rows.flatMap(({ revenue }) => revenue[day] ?? []))),
    returned: rows.every(({ returned }) => returned === null)
      ? null
      : ofOld((day) => add(rows.map(({ returned }) => returned?.[day] ?? 0))),
  };
}
