import {
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { CAMPAIGN_FIELDS } from '../../values/campaign.ts';
import type { Queries } from '../base/Database.ts';
import type { CountedDays } from '../counts/linkCounts.ts';
import { countByLink, type Ranking } from '../counts/readRollups.ts';
import { linksTable, type Link } from '../schema/tables.ts';

/** A link that its owner made, or one that a user of the app shared. */
type LinkKind = 'campaign' | 'shared';

export interface LinkFilter {
  appId: string;
  /** Null for both. */
  kind: LinkKind | null;
  search: string | null;
  /** Only links of this campaign, source and medium, and with this tag. */
  campaign?: string | undefined;
  source?: string | undefined;
  medium?: string | undefined;
  tag?: string | undefined;
  /** Only those that are disabled, or only the others. */
  isDisabled?: boolean | undefined;
  /** Only those that were created from then on, and before then. */
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  /** Only these. */
  codes?: readonly string[] | undefined;
}

/** Where a page of a list ended. */
export interface LinkPosition {
  createdAt: Date;
  code: string;
}

/** Finds the links that have, for each word of the text, a word that begins with it, by the index links_by_word. */
function hasWords(appId: string, text: string) {
  return sql`array_to_tsvector(words_of_app(links.app_id, links.code || ' ' || coalesce(title, '') || ' ' || coalesce(name, '') || ' ' || coalesce(links.campaign, '') || ' ' || destination)) @@ (
    SELECT string_agg(quote_literal(word) || ':*', ' & ')::tsquery FROM unnest(words_of_app(${appId}, ${text})) AS word
  )`;
}

function isWanted(filter: LinkFilter): SQL | undefined {
  const { appId, kind, search, tag, isDisabled, createdFrom, createdBefore, codes } = filter;
  return and(
    eq(linksTable.appId, appId),
    kind === null ? undefined : kind === 'campaign' ? isNull(linksTable.createdBy) : isNotNull(linksTable.createdBy),
    search?.trim() ? hasWords(appId, search) : undefined,
    ...CAMPAIGN_FIELDS.map((name) => {
      const wanted = filter[name];
      if (wanted === undefined) return undefined;
      return wanted === '' ? isNull(linksTable[name]) : eq(linksTable[name], wanted);
    }),
    isDisabled === undefined
      ? undefined
      : isDisabled
        ? isNotNull(linksTable.disabledAt)
        : isNull(linksTable.disabledAt),
    createdFrom && gte(linksTable.createdAt, createdFrom),
    createdBefore && lt(linksTable.createdAt, createdBefore),
    codes === undefined ? undefined : inArray(linksTable.code, [...codes]),
    tag === undefined ? undefined : arrayContains(linksTable.tags, [tag])
  );
}

function isBehind({ createdAt, code }: LinkPosition): SQL | undefined {
  // The first condition lets the index start here.
  return and(lte(linksTable.createdAt, createdAt), or(lt(linksTable.createdAt, createdAt), gt(linksTable.code, code)));
}

/** The newest first, starting behind `after`. */
export async function listLinks(
  queries: Queries,
  filter: LinkFilter,
  limit: number,
  after: LinkPosition | null = null,
  condition?: SQL
): Promise<Link[]> {
  return queries
    .select()
    .from(linksTable)
    .where(and(isWanted(filter), after ? isBehind(after) : undefined, condition))
    .orderBy(desc(linksTable.createdAt), linksTable.code)
    .limit(limit);
}

/** How many there are in all. */
export async function countLinks(queries: Queries, filter: LinkFilter): Promise<number> {
  const [found] = await queries.select({ links: count() }).from(linksTable).where(isWanted(filter));
  return found?.links ?? 0;
}

/** What a team calls a link, in small letters. */
const nameOf = sql<string>`lower(coalesce(${linksTable.name}, ${linksTable.title}, ${linksTable.code}))`;

/** From A to Z by what the team calls them, starting behind a name and code. */
export async function listLinksByName(
  queries: Queries,
  filter: LinkFilter,
  limit: number,
  after: { name: string; code: string } | null
): Promise<{ link: Link; name: string }[]> {
  const isAfter = after && sql`(${nameOf}, ${linksTable.code}) > (${after.name}, ${after.code})`;
  return queries
    .select({ link: linksTable, name: nameOf })
    .from(linksTable)
    .where(and(isWanted(filter), isAfter ?? undefined))
    .orderBy(asc(nameOf), asc(linksTable.code))
    .limit(limit);
}

export interface CountedPosition extends LinkPosition {
  count: number;
}

/**
 * The links with the most clicks, sales or revenue first, then those without any, the newest first. So the counts
 * of the range are read once, and links without any are read in the order of their index until the page is full.
 */
export async function listLinksByCount(
  queries: Queries,
  filter: LinkFilter,
  { order, days }: { order: Ranking['order']; days: CountedDays },
  limit: number,
  after: CountedPosition | null = null
): Promise<{ link: Link; count: number }[]> {
  const counted = countByLink(days, order);
  const isLower =
    after && or(sql`counted.count < ${after.count}`, and(sql`counted.count = ${after.count}`, isBehind(after)));
  const ranked =
    after?.count === 0
      ? []
      : await queries
          .select({ link: linksTable, count: sql<number>`counted.count` })
          .from(linksTable)
          .innerJoin(sql`(${counted}) AS counted`, sql`counted.code = ${linksTable.code}`)
          .where(and(isWanted(filter), isLower ?? undefined))
          .orderBy(sql`counted.count DESC`, desc(linksTable.createdAt), linksTable.code)
          .limit(limit);
  if (ranked.length === limit) return ranked;
  const hasNone = sql`${linksTable.code} NOT IN (SELECT code FROM (${counted}) AS counted)`;
  const rest = await listLinks(queries, filter, limit - ranked.length, after?.count === 0 ? after : null, hasNone);
  return [...ranked, ...rest.map((link) => ({ link, count: 0 }))];
}
