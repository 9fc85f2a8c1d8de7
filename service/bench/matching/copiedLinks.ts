import { POPULATION } from './population.ts';
import { createRandom } from './random.ts';

/** Assumptions, not measurements, like all others. */
const COPYING_FAILS = 0.05;
const MEAN_MINUTES_TO_NEXT_COPY = 180;
const PEOPLE = 20_000;

/**
 * The share of iPhones by a link that find it without a fingerprint, if these shares of the people press the button
 * that copies, and allow the app to paste. Others copy something else before they start the app.
 */
export function simulateCopiedLinks(pressPart: number, allowPart: number, seed: number): number {
  const random = createRandom(seed);
  let found = 0;
  for (let person = 0; person < PEOPLE; person += 1) {
    const isCopied = random.chance(pressPart) && !random.chance(COPYING_FAILS);
    const startMinutes = POPULATION.delayMedianMinutes * Math.exp(POPULATION.delaySigma * random.normal());
    const isStillThere = random.exponential(MEAN_MINUTES_TO_NEXT_COPY) > startMinutes;
    if (isCopied && isStillThere && random.chance(allowPart)) found += 1;
  }
  return found / PEOPLE;
}
