import { EVENT_NAMES } from '../../values/eventNames.ts';

/** What links and phones do; the same under both attributions. */
export const TOUCHES = [
  'clicks',
  /** People who clicked on a day, each once a day. */
  'visitors',
  /** The same, each once a day and link. */
  'link_visitors',
  'store_taps',
  'installs',
  /** Buyers, each once at its install instead of its first purchase: of the installs of a day, who has bought since. */
  'bought',
  'without_link',
  'unsure',
  'opens',
] as const;

/**
 * What installs do, counted under the last link that they opened, and under the link that brought them. `confirmed`: the
 * purchases that the app's server sent, and in currencies these less the refunds that it sent.
 */
export const DEEDS = ['buyers', ...EVENT_NAMES, 'other', 'confirmed'] as const;

export type Touch = (typeof TOUCHES)[number];
export type Deed = (typeof DEEDS)[number];
/** The figures of roll-ups, each a column. */
export type Figure = Touch | Deed;

export const FIGURES: readonly Figure[] = [...TOUCHES, ...DEEDS];

/** Where somebody came from. */
export const ORIGINS = ['link', 'campaign', 'source', 'medium'] as const;
/** Who they are. */
export const AUDIENCES = ['platform', 'system', 'browser', 'country'] as const;

export type Dimension = (typeof ORIGINS)[number] | (typeof AUDIENCES)[number];

export const DIMENSIONS: readonly Dimension[] = [...ORIGINS, ...AUDIENCES];

/** Combinations that have rows of their own. Who somebody is is kept with the campaign, and not with the link. */
export const VIEWS = {
  origin: [...ORIGINS],
  audience: ['campaign', ...AUDIENCES],
  campaign: ['campaign'],
  source: ['source'],
  medium: ['medium'],
  platform: ['platform'],
  system: ['system'],
  browser: ['browser'],
  country: ['country'],
} as const satisfies Record<string, readonly Dimension[]>;

export type View = keyof typeof VIEWS;

export const VIEW_NAMES = Object.keys(VIEWS) as View[];

/** Days after the install by which cohorts are told. */
export const COHORT_DAYS = [1, 7, 30] as const;

/** Rows in which counts are; the others have sums in a currency, '' if it is unknown. */
export const COUNT = 'count';

/** More combinations of a day than a person reads. Beyond them country, then system, then browser become `other`. */
export const MAX_AUDIENCES_A_DAY = 2_000;

export const OTHER = 'other';
