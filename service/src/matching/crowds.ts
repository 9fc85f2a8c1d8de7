import type { Bounds } from './createBounds.ts';
import { CROWDS, MIN_VISITORS_PER_DAY } from './startValues.ts';
import { DAY_MS } from '../values/durations.ts';

const DAY_SECONDS = DAY_MS / 1000;

/** After so many rounds, expectation maximization has settled on every histogram that was tried. */
const ROUNDS = 60;

/** Returns the rate of further visitors, per second, to expect from a network that had `visits` in `exposureMs`. */
export type VisitorRate = (visits: number, exposureMs: number) => number;

const ratesPerDay = Array.from({ length: CROWDS.steps }, (_, step) => {
  const span = Math.log(CROWDS.highestPerDay / CROWDS.lowestPerDay);
  return CROWDS.lowestPerDay * Math.exp((span * step) / (CROWDS.steps - 1));
});

const startMass = ratesPerDay.map((rate) => {
  const isShared = rate > CROWDS.privatePerDay;
  const peers = ratesPerDay.filter((other) => other > CROWDS.privatePerDay === isShared).length;
  return (CROWDS.weight * (isShared ? CROWDS.sharedPart : 1 - CROWDS.sharedPart)) / peers;
});

/** The Poisson likelihood of so many visits, for each rate, up to a factor that all rates share. */
function likelihoods(visits: number, days: number): number[] {
  // We add logarithms, because the powers of a flood would overflow.
  const logs = ratesPerDay.map((rate) => visits * Math.log(rate * days) - rate * days);
  const highest = Math.max(...logs);
  return logs.map((log) => Math.exp(log - highest));
}

/** For each rate, the probability that it is the network's. `networks` says how many networks have each rate. */
function posterior(networks: readonly number[], likelihood: readonly number[]): number[] {
  const parts = likelihood.map((value, step) => value * (networks[step] ?? 0));
  const total = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / total);
}

/**
 * Learns how common crowded networks are: an empirical Bayes estimate of a Poisson mixture.
 *
 * The networks are those of a sample of clicks, so a network with twice the visits is met twice as often, and counts
 * half each time. `seen` counts networks that brought somebody. Networks that brought nobody are never met; `partSeen`
 * corrects for that.
 */
export function learnCrowds(visitsOfNetworks: readonly number[], exposureMs: number, { bound }: Bounds): VisitorRate {
  const days = exposureMs / DAY_MS;
  const partSeen = ratesPerDay.map((rate) => -Math.expm1(-rate * days));
  const countByVisits = new Map<number, number>();
  for (const visits of visitsOfNetworks) countByVisits.set(visits, (countByVisits.get(visits) ?? 0) + 1 / visits);
  const histogram = [...countByVisits].map(([visits, count]) => ({ count, likelihood: likelihoods(visits, days) }));

  const networksOf = (counts: readonly number[]) => counts.map((count, step) => count / (partSeen[step] ?? 1));
  const startNetworks = networksOf(startMass);
  let networks = startNetworks;
  let seen = startMass;
  for (let round = 0; round < ROUNDS; round += 1) {
    networks = networksOf(seen);
    const next = [...startMass];
    for (const { count, likelihood } of histogram) {
      posterior(networks, likelihood).forEach((part, step) => {
        next[step] = (next[step] ?? 0) + count * part;
      });
    }
    seen = next;
  }

  const meanOf = (parts: readonly number[]) =>
    parts.reduce((sum, part, step) => sum + part * (ratesPerDay[step] ?? 0), 0);
  const boundedRate = (visits: number, seenMs: number, name?: string) => {
    const likelihood = likelihoods(visits, seenMs / DAY_MS);
    const [learned, start] = [meanOf(posterior(networks, likelihood)), meanOf(posterior(startNetworks, likelihood))];
    return Math.max(bound(learned, start, name), MIN_VISITORS_PER_DAY) / DAY_SECONDS;
  };
  boundedRate(1, exposureMs, 'visitors of a network');
  return (visits, seenMs) => boundedRate(visits, seenMs);
}
