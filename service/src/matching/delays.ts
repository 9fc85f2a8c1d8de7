import type { Bounds } from './createBounds.ts';
import { DELAY } from './startValues.ts';

/** The likelihood of a delay, per second, by the time between click and first start. */
export type DelayDensity = (delayMs: number) => number;

/** The first bucket ends here, and each further one at twice the time, as only the magnitude matters. */
const FIRST_BUCKET_MS = 10_000;
/** Up to 121 days, more than a click is kept. */
const BUCKETS = 21;

function bucketOf(delayMs: number): number {
  const bucket = delayMs < FIRST_BUCKET_MS ? 0 : 1 + Math.floor(Math.log2(delayMs / FIRST_BUCKET_MS));
  return Math.min(bucket, BUCKETS - 1);
}

function bucketSeconds(bucket: number): number {
  return (bucket === 0 ? FIRST_BUCKET_MS : FIRST_BUCKET_MS * 2 ** (bucket - 1)) / 1000;
}

/** The share of a log-normal distribution below a value, by a logistic curve: within 0.01 of it, and never zero. */
function shareBelow(delayMs: number): number {
  const LOGISTIC_FOR_NORMAL = 1.702;
  const standardized = Math.log(delayMs / DELAY.medianMs) / DELAY.sigma;
  return 1 / (1 + Math.exp(-LOGISTIC_FOR_NORMAL * standardized));
}

function startShare(bucket: number): number {
  const end = FIRST_BUCKET_MS * 2 ** bucket;
  const above = bucket === BUCKETS - 1 ? 1 : shareBelow(end);
  return above - (bucket === 0 ? 0 : shareBelow(end / 2));
}

/** Learns from the delays of certain matches, in milliseconds. */
export function learnDelays(delaysMs: readonly number[], { boundShare }: Bounds): DelayDensity {
  const counts = Array.from({ length: BUCKETS }, (_, bucket) => DELAY.weight * startShare(bucket));
  for (const delayMs of delaysMs) {
    const bucket = bucketOf(Math.max(0, delayMs));
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  const total = DELAY.weight + delaysMs.length;
  const densities = counts.map(
    (count, bucket) => boundShare(count / total, startShare(bucket), 'delays') / bucketSeconds(bucket)
  );
  return (delayMs) => densities[bucketOf(Math.max(0, delayMs))] ?? 0;
}
