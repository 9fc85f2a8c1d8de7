import type { Episode } from './LabState';

/** Zero on the time axis: when the library began, not when the person clicked or the page loaded. */
export function originOf({ entries, startedAt }: Episode): number {
  return entries.length === 0 ? startedAt : Math.min(...entries.map((entry) => entry.startedAt));
}
