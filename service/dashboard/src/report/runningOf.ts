import { HOUR_MS } from '../../../src/values/durations.ts';

interface Spans {
  points: readonly { at: string }[];
  unit: 'day' | 'hour';
}

/** The position of the day or hour that isn't over yet; null if all are. */
export function runningOf({ points, unit }: Spans, today: string): number | null {
  const now = Date.now();
  const isRunning = (start: number) => start <= now && now < start + HOUR_MS;
  const at = points.findLastIndex((point) => (unit === 'day' ? point.at === today : isRunning(Date.parse(point.at))));
  return at === -1 ? null : at;
}
