const ROUND_STEPS = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000];
/** With more, labels of five digits would touch each other on a laptop. */
const MAX_INTERVALS = 4;

/** Round numbers from zero to just past the end. */
export function axisTicks(endMs: number): number[] {
  const step = ROUND_STEPS.find((candidate) => endMs / candidate <= MAX_INTERVALS) ?? Math.ceil(endMs / MAX_INTERVALS);
  const intervals = Math.max(1, Math.ceil(endMs / step));
  return Array.from({ length: intervals + 1 }, (_, index) => index * step);
}
