import { remember } from '../values/remember.ts';

/** A few hundred tags are in use. */
const TAGS_REMEMBERED = 1_000;

/** `de` of `de-AT` and of `de_at`. */
export const languageOf: (tag: string) => string = remember(TAGS_REMEMBERED, (tag) =>
  (/^[a-z]+/i.exec(tag)?.[0] ?? tag).toLowerCase()
);

/** `AT` of `de-AT` and of `de_at`, `CN` of `zh-Hans-CN`; null where the tag names no region. */
export const regionOf: (tag: string) => string | null = remember(
  TAGS_REMEMBERED,
  (tag) => /^[a-z]+(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})(?![a-z\d])/i.exec(tag)?.[1]?.toUpperCase() ?? null
);
