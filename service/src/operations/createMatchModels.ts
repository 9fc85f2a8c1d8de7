import { readComparison } from '../matching/comparisonText.ts';
import { learnMatchModel } from '../matching/learnMatchModel.ts';
import type { MatchModel } from '../matching/MatchModel.ts';
import type { Queries } from '../storage/Database.ts';
import { sampleAttempts, sampleClicks } from '../storage/matchAttempts.ts';

/** A sample costs some tens of milliseconds of the database, and what it teaches changes from day to day. */
const LEARN_EVERY_MS = 5 * 60 * 1000;

/** Enough to know shares to about a percent. */
const SAMPLED_CLICKS = 1_000;
const SAMPLED_ATTEMPTS = 1_500;

/** How far back attempts count: long enough that an app with a few installs a day learns something. */
export const ATTEMPTS_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

async function learn(queries: Queries, appId: string, now: number, windowMs: number): Promise<MatchModel> {
  const since = (ms: number) => ({ appId, from: new Date(now - ms), to: new Date(now) });
  const clicks = await sampleClicks(queries, { ...since(windowMs), rows: SAMPLED_CLICKS });
  const sampled = await sampleAttempts(queries, { ...since(ATTEMPTS_WINDOW_MS), rows: SAMPLED_ATTEMPTS });
  const certainties = sampled.flatMap(({ delayMs, matchedBy, comparison, ...attempt }) =>
    delayMs === null || matchedBy === null || matchedBy === 'fingerprint'
      ? []
      : [{ ...attempt, delayMs, comparison: comparison === null ? null : readComparison(comparison) }]
  );
  const attempts = sampled.flatMap(({ platform, linked, ...attempt }) =>
    platform === null || linked === null ? [] : [{ ...attempt, platform, linked }]
  );
  return learnMatchModel({ clicks, certainties, attempts }, now, windowMs);
}

export interface MatchModelOptions {
  queries: Queries;
  /** How old a click may be for a fingerprint to find it. */
  windowMs: number;
  /** Called with failures of work for which no request waits. */
  onError: (error: unknown) => void;
  /** Called with the values of an app that have reached their bounds, at first and when they change. */
  onBounds: (appId: string, values: readonly string[]) => void;
}

interface Entry {
  model: Promise<MatchModel>;
  learnedAt: number;
  isLearning: boolean;
}

/**
 * What each app's clicks and matches have taught. It is learned anew every few minutes, and only an app's first request
 * waits for that: a request that comes meanwhile gets what was known before.
 */
export function createMatchModels({ queries, windowMs, onError, onBounds }: MatchModelOptions) {
  const apps = new Map<string, Entry>();
  const reported = new Map<string, string>();

  async function learnAndReport(appId: string, now: number): Promise<MatchModel> {
    const model = await learn(queries, appId, now, windowMs);
    const values = model.reachedBounds;
    if (reported.get(appId) !== values.join()) onBounds(appId, values);
    reported.set(appId, values.join());
    return model;
  }

  function learnAgain(appId: string, entry: Entry, now: number): void {
    entry.isLearning = true;
    learnAndReport(appId, now)
      .then((model) => {
        entry.model = Promise.resolve(model);
      }, onError)
      .finally(() => {
        entry.learnedAt = now;
        entry.isLearning = false;
      });
  }

  return (appId: string, now: number): Promise<MatchModel> => {
    const known = apps.get(appId);
    if (known) {
      if (!known.isLearning && now - known.learnedAt > LEARN_EVERY_MS) learnAgain(appId, known, now);
      return known.model;
    }
    const model = learnAndReport(appId, now);
    apps.set(appId, { model, learnedAt: now, isLearning: false });
    // After a failure the next request tries again.
    model.catch(() => apps.delete(appId));
    return model;
  };
}
