import { SECOND_MS } from './durations.ts';

/** How long the header, in seconds or as a date, asks to wait, in milliseconds. Null if it can't be read. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * SECOND_MS : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
