import { SECOND_MS } from './durations.ts';

/** How long the header asks to wait, in milliseconds; it has seconds or a date. Null if it says nothing readable. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * SECOND_MS : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
