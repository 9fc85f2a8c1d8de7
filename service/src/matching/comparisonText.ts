import type { Comparison, Verdict } from './compareClick.ts';
import { SIGNALS, type Signal } from './startValues.ts';

const LETTERS: Readonly<Record<Verdict, string>> = { same: 's', different: 'd', unknown: 'u' };
const VERDICTS: ReadonlyMap<string, Verdict> = new Map([
  ['s', 'same'],
  ['d', 'different'],
]);

/** Writes a comparison as one letter for each signal, to be stored with an attempt. */
export function writeComparison(comparison: Comparison): string {
  return SIGNALS.map((signal) => LETTERS[comparison[signal]]).join('');
}

export function readComparison(text: string): Comparison {
  const entries = SIGNALS.map((signal, index) => [signal, VERDICTS.get(text[index] ?? '') ?? 'unknown']);
  return Object.fromEntries(entries) as Record<Signal, Verdict>;
}
