import type { Platform } from './readUserAgent.ts';
import type { VisitorRate } from './crowds.ts';
import type { DelayDensity } from './delays.ts';
import type { Frequencies } from './frequencies.ts';
import type { Signal } from './startValues.ts';

/** What an app's own clicks and certain matches have taught. */
export interface MatchModel {
  frequencies: Frequencies;
  delayDensity: DelayDensity;
  visitorRate: VisitorRate;
  /** How many installs without a click there are for each install that a click on its network led to. */
  strangersPerLinked: Readonly<Record<Platform, number>>;
  /** How often browser and app agree when they run on one phone. */
  agreement: Readonly<Record<Platform, Readonly<Record<Signal, number>>>>;
  /** When the first click of the sample was made, in milliseconds. */
  since: number;
  /** The names of the values that were stopped at a bound. */
  reachedBounds: readonly string[];
}
