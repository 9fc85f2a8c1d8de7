import { COUNTS, TOUCHES as REPORTED_TOUCHES, type Count } from '../../values/definitions.ts';
import { EVENT_NAMES } from '../../values/eventNames.ts';

/** What links and phones do; the same under both attributions. `link_visitors`: visitors, each once a day and link. */
export const TOUCHES = [...Object.values(REPORTED_TOUCHES), 'link_visitors'] as const;

/** These add up to the number of all events. */
export const EVENTS: readonly Figure[] = [...EVENT_NAMES, 'other'];

/** The figures of roll-ups, each a column. */
export type Figure = (typeof TOUCHES)[number] | (typeof COUNTS)[Count] | (typeof EVENT_NAMES)[number] | 'other';

/**
 * What installs do (all but TOUCHES) counts twice: under the last link that they opened, and under the link that
 * brought them. `confirmed`: the purchases that the app's server sent, and in currencies these less the refunds that it
 * sent.
 */
export const FIGURES: readonly Figure[] = [...new Set([...TOUCHES, ...Object.values(COUNTS), ...EVENTS])];

/** Where somebody came from. */
export const ORIGINS = ['link', 'campaign', 'source', 'medium'] as const;
/** Who they are. */
export const AUDIENCES = ['platform', 'system', 'browser', 'country'] as const;

/** `event`, the name of an event, is counted for the whole app only. */
export type Dimension = (typeof ORIGINS)[number] | (typeof AUDIENCES)[number] | 'event';

/** Combinations of dimensions with rows of their own. Audiences are kept with the campaign, not with the link. */
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
  event: ['event'],
} as const satisfies Record<string, readonly Dimension[]>;

export type View = keyof typeof VIEWS;

export const VIEW_NAMES = Object.keys(VIEWS) as View[];

/** Days after the install for which cohorts are reported. */
export const COHORT_DAYS = [1, 7, 30] as const;

/** The unit of counts. Any other unit is the currency of a sum, '' if it is unknown. */
export const COUNT = 'count';

/** More combinations of a day than a person reads. Beyond them country, then system, then browser become `other`. */
export const MAX_AUDIENCES_A_DAY = 2_000;

/** Beyond this many names of a day, new ones count as `other events`, except those of the library. */
export const MAX_EVENT_NAMES_A_DAY = 200;
