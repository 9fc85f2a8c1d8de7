import type { Episode } from './LabState';

/** Zero on the time axis: where the library began, not where the person clicked or the page loaded. */
export function originOf({ entries, startedAt }: Episode): number {
  return entries.length === 0 ? startedAt : Math.min(...entries.map((entry) => entry.startedAt));
}
