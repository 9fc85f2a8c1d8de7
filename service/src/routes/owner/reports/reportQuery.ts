import { z } from '@hono/zod-openapi';
import { AUDIENCES, ORIGINS, type Dimension } from '../../../storage/counts/figures.ts';
import { viewOf, type RollupFilters } from '../../../storage/counts/readRollups.ts';
import type { Queries } from '../../../storage/base/Database.ts';
import { findCodesWithTags } from '../../../storage/company/links.ts';
import { OTHER_EVENTS } from '../../../values/eventNames.ts';
import { MAX_PATH_LENGTH } from '../../../values/readPath.ts';
import { plainText } from '../../wire/schemas.ts';

/** What reports are filtered and grouped by, besides time. Tags are those that links have now. */
export const DIMENSION_NAMES = [...ORIGINS, 'tag', ...AUDIENCES, 'event'] as const;

export type ReportDimension = (typeof DIMENSION_NAMES)[number];

/** What to tell somebody who asks for dimensions that aren't kept together. */
const NOT_TOGETHER = `can’t be combined: ${AUDIENCES.join(', ')} are counted by campaign, and not by ${ORIGINS.filter((name) => name !== 'campaign').join(', ')}; names of events only by themselves`;

/** The most links, campaigns and so on that one filter names. */
const MAX_VALUES = 100;

const valueSchema = plainText(MAX_PATH_LENGTH).transform((value) => (value === '' ? null : value));

const DESCRIPTIONS: Partial<Record<ReportDimension, string>> = {
  link: 'Only the link with this code or path',
  tag: 'Only links that have this tag now',
  event: `Only events with this name, the app’s own too; \`${OTHER_EVENTS}\` for those that weren’t counted one by one`,
};

/** A parameter that may be given several times. An empty value stands for what is unknown, or for no link. */
export function filterSchema(name: ReportDimension) {
  return z
    .union([valueSchema.transform((value) => [value]), z.array(valueSchema).max(MAX_VALUES)])
    .optional()
    .openapi({
      description: `${DESCRIPTIONS[name] ?? `Only what has this ${name}`}; may be repeated; empty means none.`,
      type: 'array',
      items: { type: 'string' },
    });
}

export const attributionSchema = z.enum(['last', 'brought']).default('last').openapi({
  description:
    'Which link gets the credit for events, purchases, revenue and buyers: the last one that the install opened, or the one that brought it.',
});

/** Read only with a session, in place of X-App-ID: see requireKey. */
export const appParameter = z
  .string()
  .optional()
  .openapi({ description: 'The app, instead of X-App-ID, for requests with a session.' });

export type ReportFilters = Partial<Record<ReportDimension, (string | null)[] | undefined>>;

type FiltersOutcome = { kind: 'filters'; filters: RollupFilters } | { kind: 'invalid'; field: string; message: string };

/** How roll-ups know a dimension: tags belong to links. */
const keptAs = (name: ReportDimension): Dimension => (name === 'tag' ? 'link' : name);

/** The filters as roll-ups know them; invalid if these dimensions aren't counted together. */
export async function readFilters(
  queries: Queries,
  appId: string,
  wanted: ReportFilters,
  by: ReportDimension | null
): Promise<FiltersOutcome> {
  const { tag: tags, ...plain } = wanted;
  const given = DIMENSION_NAMES.filter((name) => wanted[name] !== undefined);
  const asked = [...new Set([...given, ...(by ? [by] : [])].map(keptAs))];
  if (viewOf(asked) === null) {
    return { kind: 'invalid', field: by ? 'by' : (given.at(-1) ?? 'by'), message: NOT_TOGETHER };
  }
  const filters: Record<string, readonly (string | null)[]> = {};
  for (const [name, values] of Object.entries(plain)) if (values) filters[name] = values;
  if (tags) {
    const named = tags.filter((tag) => tag !== null);
    if (named.length < tags.length) return { kind: 'invalid', field: 'tag', message: 'must not be empty' };
    const codes = await findCodesWithTags(queries, appId, named);
    filters.link = plain.link ? codes.filter((code) => plain.link?.includes(code)) : codes;
  }
  return { kind: 'filters', filters };
}
