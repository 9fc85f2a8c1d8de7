import type { Fact } from '../../../storage/linkStatistics.ts';
import { writeMicros } from '../../../values/micros.ts';

/** The values of each key, in their order. */
export function groupBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** Events whose money is revenue: what comes in, and what goes back. */
export const REVENUE_EVENTS: readonly (string | null)[] = ['purchase', 'refund'];

/** Currencies in the order of their letters, the unknown one last. */
const byCurrency = ([one]: readonly [string | null, unknown], [other]: readonly [string | null, unknown]) =>
  one === null ? 1 : other === null || one < other ? -1 : 1;

function writeSums(facts: readonly Fact[]) {
  const sums = new Map<string | null, bigint>();
  for (const { currency, micros } of facts) {
    if (micros !== null) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(micros));
  }
  return [...sums].sort(byCurrency).map(([currency, sum]) => ({ currency, sum: writeMicros(sum) }));
}

const countOf = (facts: readonly Fact[]) => facts.reduce((sum, { count }) => sum + count, 0);

/** Adds facts up: so many of each kind, and so much money in each currency. */
export function writeFigures(facts: readonly Fact[]) {
  const of = (what: Fact['what']) => facts.filter((fact) => fact.what === what);
  const events = groupBy(of('event'), ({ name }) => name ?? '');
  return {
    clicks: countOf(of('clicks')),
    installs: countOf(of('installs')),
    opens: countOf(of('opens')),
    events: [...events]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, group]) => ({ name, count: countOf(group), sums: writeSums(group) })),
    revenue: writeSums(of('event').filter(({ name }) => REVENUE_EVENTS.includes(name))),
  };
}
