import type { Platform } from './readUserAgent.ts';
import type { BrowserFacts } from './BrowserFacts.ts';
import type { Comparison, Verdict } from './compareClick.ts';
import { learnCrowds } from './crowds.ts';
import { learnDelays } from './delays.ts';
import { learnFrequencies } from './frequencies.ts';
import { AGREEMENT, AGREEMENT_WEIGHT, SIGNALS, STRANGERS, STRANGERS_WEIGHT, type Signal } from './startValues.ts';
import type { Statistics } from './Statistics.ts';

/** A click of the sample, and how many people its network brought in the window, itself included. */
export interface SampledClick extends BrowserFacts {
  network: string;
  at: number;
  visits: number;
}

/** A match by click id or by copied link, whose click is certain. */
export interface SampledCertainty {
  network: string;
  delayMs: number;
  platform: Platform | null;
  /** How the install's fingerprint compares with its own click; null if it sent no fingerprint. */
  comparison: Comparison | null;
}

/** An install that asked by its fingerprint. */
export interface SampledAttempt {
  network: string;
  platform: Platform;
  /** How likely it came by a click on its network, as judged then. */
  linked: number;
}

export interface Samples {
  clicks: readonly SampledClick[];
  certainties: readonly SampledCertainty[];
  attempts: readonly SampledAttempt[];
}

/** The most rows of a sample that may come from one network: real crowds hardly exceed it, and a flood is cut off. */
const MOST_OF_ONE_NETWORK = 5;

/** A sample over a shorter time says little about how crowded networks are. */
const SHORTEST_EXPOSURE_MS = 60 * 60 * 1000;

function withoutFloods<Row extends { network: string }>(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  return rows.filter(({ network }) => {
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    return count <= MOST_OF_ONE_NETWORK;
  });
}

/** People choose these themselves, on every platform alike: so a platform without comparisons learns from the other. */
const SHARED_SIGNALS: readonly Signal[] = ['language', 'timezone'];

function learnAgreement(platform: Platform, certainties: readonly SampledCertainty[]): Record<Signal, number> {
  const entries = SIGNALS.map((signal) => {
    const isShared = SHARED_SIGNALS.includes(signal);
    const verdicts = certainties
      .filter((row) => isShared || row.platform === platform)
      .map(({ comparison }) => comparison?.[signal] ?? 'unknown');
    const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
    const [same, different] = [count('same'), count('different')];
    const believed = AGREEMENT_WEIGHT * AGREEMENT[platform][signal];
    return [signal, (believed + same) / (AGREEMENT_WEIGHT + same + different)];
  });
  return Object.fromEntries(entries) as Record<Signal, number>;
}

function learnStrangers(platform: Platform, attempts: readonly SampledAttempt[]): number {
  const probabilities = attempts.flatMap((attempt) => (attempt.platform === platform ? [attempt.linked] : []));
  const believedLinked = STRANGERS_WEIGHT / (1 + STRANGERS[platform]);
  const linked = believedLinked + probabilities.reduce((sum, probability) => sum + probability, 0);
  return (STRANGERS_WEIGHT + probabilities.length - linked) / linked;
}

/** For how long clicks were watched: in an app's first hours that is less than a window. */
export function exposure(since: number, now: number, windowMs: number): number {
  return Math.min(windowMs, Math.max(SHORTEST_EXPOSURE_MS, now - since));
}

/** What an app's samples teach; with none, the start values. */
export function learnStatistics(samples: Samples, now: number, windowMs: number): Statistics {
  const clicks = withoutFloods(samples.clicks);
  const certainties = withoutFloods(samples.certainties);
  const attempts = withoutFloods(samples.attempts);
  const since = clicks.reduce((earliest, { at }) => Math.min(earliest, at), now);
  return {
    frequencies: learnFrequencies(clicks),
    delayDensity: learnDelays(certainties.map(({ delayMs }) => delayMs)),
    visitorRate: learnCrowds(
      samples.clicks.map(({ visits }) => visits),
      exposure(since, now, windowMs)
    ),
    strangersPerLinked: { ios: learnStrangers('ios', attempts), android: learnStrangers('android', attempts) },
    agreement: { ios: learnAgreement('ios', certainties), android: learnAgreement('android', certainties) },
    since,
  };
}
