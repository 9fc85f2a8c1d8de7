import type { Platform } from './readUserAgent.ts';
import type { BrowserFacts } from './BrowserFacts.ts';
import type { Comparison, Verdict } from './compareClick.ts';
import { createBounds, type Bounds } from './createBounds.ts';
import { learnCrowds } from './crowds.ts';
import { learnDelays } from './delays.ts';
import { learnFrequencies } from './frequencies.ts';
import { AGREEMENT, AGREEMENT_WEIGHT, SIGNALS, STRANGERS, STRANGERS_WEIGHT, type Signal } from './startValues.ts';
import type { MatchModel } from './MatchModel.ts';
import { withoutFloods } from './withoutFloods.ts';

/** A click of the sample, and how many people its network brought in the window, itself included. */
export interface SampledClick extends BrowserFacts {
  network: string;
  wideNetwork?: string | null;
  at: number;
  visits: number;
}

/** A match by click id or by copied link, whose click is certain. */
export interface SampledCertainty {
  network: string;
  wideNetwork?: string | null;
  delayMs: number;
  platform: Platform | null;
  /** How the install's fingerprint compares with its own click; null if it sent no fingerprint. */
  comparison: Comparison | null;
}

/** An install that asked by its fingerprint. */
export interface SampledAttempt {
  network: string;
  wideNetwork?: string | null;
  platform: Platform;
  /** How likely the install came from a click on its network, as judged at the time. */
  linked: number;
}

export interface Samples {
  clicks: readonly SampledClick[];
  certainties: readonly SampledCertainty[];
  attempts: readonly SampledAttempt[];
}

/** A sample over a shorter time says little about how crowded networks are. */
const MIN_EXPOSURE_MS = 60 * 60 * 1000;

/** People choose these themselves, on every platform alike, so each platform learns from the other, too. */
const SHARED_SIGNALS: readonly Signal[] = ['language', 'timezone'];

function learnAgreement(
  platform: Platform,
  certainties: readonly SampledCertainty[],
  { boundShare }: Bounds
): Record<Signal, number> {
  const entries = SIGNALS.map((signal) => {
    const isShared = SHARED_SIGNALS.includes(signal);
    const verdicts = certainties
      .filter((row) => isShared || row.platform === platform)
      .map(({ comparison }) => comparison?.[signal] ?? 'unknown');
    const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
    const [same, different] = [count('same'), count('different')];
    // Agreement is near one, where a factor bounds nothing, so we bound disagreement.
    const start = 1 - AGREEMENT[platform][signal];
    const learned = (AGREEMENT_WEIGHT * start + different) / (AGREEMENT_WEIGHT + same + different);
    return [signal, 1 - boundShare(learned, start, `agreement of ${signal} on ${platform}`)];
  });
  return Object.fromEntries(entries) as Record<Signal, number>;
}

function learnStrangers(platform: Platform, attempts: readonly SampledAttempt[], { bound }: Bounds): number {
  const probabilities = attempts.flatMap((attempt) => (attempt.platform === platform ? [attempt.linked] : []));
  const believedLinked = STRANGERS_WEIGHT / (1 + STRANGERS[platform]);
  const linked = believedLinked + probabilities.reduce((sum, probability) => sum + probability, 0);
  const learned = (STRANGERS_WEIGHT + probabilities.length - linked) / linked;
  return bound(learned, STRANGERS[platform], `strangers on ${platform}`);
}

/** For how long clicks were watched: in an app's first hours that is less than a window. */
export function exposure(since: number, now: number, windowMs: number): number {
  return Math.min(windowMs, Math.max(MIN_EXPOSURE_MS, now - since));
}

/** What an app's samples teach; with none, the start values. */
export function learnMatchModel(samples: Samples, now: number, windowMs: number): MatchModel {
  const clicks = withoutFloods(samples.clicks);
  const certainties = withoutFloods(samples.certainties);
  const attempts = withoutFloods(samples.attempts);
  const since = clicks.reduce((earliest, { at }) => Math.min(earliest, at), now);
  const bounds = createBounds();
  const model = {
    frequencies: learnFrequencies(clicks, bounds),
    delayDensity: learnDelays(
      certainties.map(({ delayMs }) => delayMs),
      bounds
    ),
    // A crowd is in the sample once per visit, each time with a part of its weight, so all its rows are needed.
    visitorRate: learnCrowds(
      withoutFloods(samples.clicks, ({ visits }) => visits).map(({ visits }) => visits),
      exposure(since, now, windowMs),
      bounds
    ),
    strangersPerLinked: {
      ios: learnStrangers('ios', attempts, bounds),
      android: learnStrangers('android', attempts, bounds),
    },
    agreement: {
      ios: learnAgreement('ios', certainties, bounds),
      android: learnAgreement('android', certainties, bounds),
    },
    since,
  };
  return { ...model, reachedBounds: bounds.reached() };
}
