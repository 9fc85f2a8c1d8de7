import { readComparison } from '../matching/comparisonText.ts';
import { learnStatistics } from '../matching/learnStatistics.ts';
import type { Statistics } from '../matching/Statistics.ts';
import type { Queries } from '../storage/Database.ts';
import { sampleAttempts, sampleClicks } from '../storage/matchAttempts.ts';

/** A sample costs some tens of milliseconds of the database, and what it teaches changes from day to day. */
const LEARN_EVERY_MS = 5 * 60 * 1000;

/** Enough to know shares to about a percent. */
const SAMPLED_CLICKS = 1_000;
const SAMPLED_ATTEMPTS = 1_500;

/** How far back attempts count: long enough that an app with a few installs a day learns something. */
const ATTEMPTS_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

async function learn(queries: Queries, appId: string, now: number, windowMs: number): Promise<Statistics> {
  const to = new Date(now);
  const clicks = await sampleClicks(queries, { appId, from: new Date(now - windowMs), to, rows: SAMPLED_CLICKS });
  const attempts = await sampleAttempts(queries, {
    appId,
    from: new Date(now - ATTEMPTS_WINDOW_MS),
    to,
    rows: SAMPLED_ATTEMPTS,
  });
  return learnStatistics(
    {
      clicks,
      certainties: attempts.flatMap(({ network, platform, delayMs, comparison, matchedBy }) =>
        delayMs === null || matchedBy === null || matchedBy === 'fingerprint'
          ? []
          : [{ network, platform, delayMs, comparison: comparison === null ? null : readComparison(comparison) }]
      ),
      attempts: attempts.flatMap(({ network, platform, linked }) =>
        platform === null || linked === null ? [] : [{ network, platform, linked }]
      ),
    },
    now,
    windowMs
  );
}

interface Entry {
  statistics: Promise<Statistics>;
  learnedAt: number;
  isLearning: boolean;
}

/**
 * What each app's clicks and matches have taught. It is learned anew every few minutes, and only an app's first request
 * waits for that: a request that comes meanwhile gets what was known before.
 */
export function createStatistics(queries: Queries, windowMs: number, onError: (error: unknown) => void) {
  const apps = new Map<string, Entry>();

  function learnAgain(appId: string, entry: Entry, now: number): void {
    entry.isLearning = true;
    learn(queries, appId, now, windowMs)
      .then((statistics) => {
        entry.statistics = Promise.resolve(statistics);
      }, onError)
      .finally(() => {
        entry.learnedAt = now;
        entry.isLearning = false;
      });
  }

  return (appId: string, now: number): Promise<Statistics> => {
    const known = apps.get(appId);
    if (known) {
      if (!known.isLearning && now - known.learnedAt > LEARN_EVERY_MS) learnAgain(appId, known, now);
      return known.statistics;
    }
    const statistics = learn(queries, appId, now, windowMs);
    apps.set(appId, { statistics, learnedAt: now, isLearning: false });
    // After a failure the next request tries again.
    statistics.catch(() => apps.delete(appId));
    return statistics;
  };
}
