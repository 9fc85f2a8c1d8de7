import { readComparison } from '../matching/comparisonText.ts';
import { learnMatchModel } from '../matching/learnMatchModel.ts';
import type { MatchModel } from '../matching/MatchModel.ts';
import type { Queries } from '../storage/base/Database.ts';
import { forEachApp } from './forEachApp.ts';
import { sampleAttempts, sampleClicks } from '../storage/facts/matchAttempts.ts';
import type { Log } from '../values/Log.ts';
import { DAY_MS } from '../values/durations.ts';

/** Enough to learn shares to about a percent. */
const SAMPLED_CLICKS = 1_000;
const SAMPLED_ATTEMPTS = 1_500;

/** How far back attempts count: long enough that an app with a few installs a day learns something. */
export const ATTEMPTS_WINDOW_MS = 7 * DAY_MS;

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
  /** How old a click may be to match by fingerprint. */
  windowMs: number;
  /** Called with the app's learned values that reached their bounds, the first time and when they change. */
  onBounds: (appId: string, values: readonly string[]) => void;
}

interface Entry {
  model: Promise<MatchModel>;
  /** Whether a request has used the model since it was learned. */
  isUsed: boolean;
}

/** What this instance learned from each app's clicks and matches. */
export interface MatchModels {
  /** Only an app's first request waits until its model is learned. */
  modelOf: (appId: string, now: number) => Promise<MatchModel>;
  /** Learns again for the apps whose model was used since the last time. In the meantime, requests get the old one. */
  learnAgain: (now: number, signal?: AbortSignal) => Promise<void>;
}

export function createMatchModels({ queries, windowMs, onBounds }: MatchModelOptions): MatchModels {
  const apps = new Map<string, Entry>();
  const reported = new Map<string, string>();

  async function learnAndReport(appId: string, now: number): Promise<MatchModel> {
    const model = await learn(queries, appId, now, windowMs);
    const values = model.reachedBounds;
    if (reported.get(appId) !== values.join()) onBounds(appId, values);
    reported.set(appId, values.join());
    return model;
  }

  return {
    modelOf: (appId, now) => {
      const known = apps.get(appId);
      if (known) {
        known.isUsed = true;
        return known.model;
      }
      const model = learnAndReport(appId, now);
      apps.set(appId, { model, isUsed: true });
      // After a failure the next request tries again.
      model.catch(() => apps.delete(appId));
      return model;
    },
    learnAgain: (now, signal) => {
      const used = [...apps].flatMap(([appId, { isUsed }]) => (isUsed ? [appId] : []));
      const learnOne = async (appId: string) => {
        const model = await learnAndReport(appId, now);
        apps.set(appId, { model: Promise.resolve(model), isUsed: false });
      };
      return forEachApp(used, learnOne, signal);
    },
  };
}

export function reportBounds(
  log: Log,
  setBoundedValues: (appId: string, count: number) => void
): MatchModelOptions['onBounds'] {
  return (appId, values) => {
    setBoundedValues(appId, values.length);
    if (values.length === 0) return;
    const message =
      'Learned match values reached their limits: unusual traffic, or somebody is faking clicks or installs';
    log('warn', message, { app: appId, values });
  };
}
