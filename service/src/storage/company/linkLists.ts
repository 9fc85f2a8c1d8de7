import { SQL, sql } from 'drizzle-orm';
import { CAMPAIGN_FIELDS } from '../../values/campaign.ts';
import { texts } from '../base/bind.ts';
import type { Queries } from '../base/Database.ts';
import { query, rowsWhere } from '../base/query.ts';
import { countByLink, type CountedDays, type Ranking } from '../counts/readRollups.ts';
import { WORDS_OF_LINK } from '../schema/migrations/0001-tables.ts';
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
  /** True for disabled links only, false for the others only. */
  isDisabled?: boolean | undefined;
  /** Only links created at `createdFrom` or later, and before `createdBefore`. */
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  codes?: readonly string[] | undefined;
}

/** Where a page of a list ended. */
export interface LinkPosition {
  createdAt: Date;
  code: string;
}

/** Finds links that have, for each word of the text, a word that begins with it. Uses the index links_by_word. */
const hasWords = (appId: string, text: string) => sql`${sql.raw(WORDS_OF_LINK)} @@ (
  SELECT string_agg(quote_literal(word) || ':*', ' & ')::tsquery FROM unnest(words_of_app(${appId}, ${text})) AS word
)`;

function isWanted(filter: LinkFilter): SQL {
  const { appId, kind, search, tag, isDisabled, createdFrom, createdBefore, codes } = filter;
  const conditions = [
    sql`app_id = ${appId}`,
    kind !== null && (kind === 'campaign' ? sql`created_by IS NULL` : sql`created_by IS NOT NULL`),
    search?.trim() && hasWords(appId, search),
    ...CAMPAIGN_FIELDS.map((name) => {
      const wanted = filter[name];
      const column = sql.raw(name);
      return wanted === undefined ? null : wanted === '' ? sql`${column} IS NULL` : sql`${column} = ${wanted}`;
    }),
    isDisabled !== undefined && (isDisabled ? sql`disabled_at IS NOT NULL` : sql`disabled_at IS NULL`),
    createdFrom && sql`created_at >= ${createdFrom}`,
    createdBefore && sql`created_at < ${createdBefore}`,
    codes && sql`code = ANY(${texts(codes)})`,
    tag !== undefined && sql`tags @> ${texts([tag])}`,
  ];
  return sql.join(
    conditions.filter((each) => each instanceof SQL),
    sql` AND `
  );
}

/** The first condition lets the index start at the position. */
const isBehind = ({ createdAt, code }: LinkPosition) =>
  sql`created_at <= ${createdAt} AND (created_at < ${createdAt} OR code > ${code})`;

/** The newest first, starting behind `after`. */
export async function listLinks(
  queries: Queries,
  filter: LinkFilter,
  limit: number,
  after: LinkPosition | null = null,
  condition = sql`true`
): Promise<Link[]> {
  return rowsWhere(queries, linksTable)`
    ${isWanted(filter)} AND ${after ? isBehind(after) : sql`true`} AND ${condition}
    ORDER BY created_at DESC, code LIMIT ${limit}`;
}

export async function countLinks(queries: Queries, filter: LinkFilter): Promise<number> {
  const [row] = await query<{ links: number }>(queries)`
    SELECT count(*)::int AS links FROM links WHERE ${isWanted(filter)}`;
  return row?.links ?? 0;
}

/** What a team calls a link, in lower case. */
const NAME = sql<string>`lower(coalesce(name, title, code))`;

/** From A to Z by what the team calls the links, starting behind a name and code. */
export async function listLinksByName(
  queries: Queries,
  filter: LinkFilter,
  limit: number,
  after: { name: string; code: string } | null
): Promise<{ link: Link; name: string }[]> {
  return queries
    .select({ link: linksTable, name: NAME })
    .from(linksTable)
    .where(sql`${isWanted(filter)} AND ${after ? sql`(${NAME}, code) > (${after.name}, ${after.code})` : sql`true`}`)
    .orderBy(NAME, linksTable.code)
    .limit(limit);
}

export interface CountedPosition extends LinkPosition {
  count: number;
}

/**
 * Links with the most clicks, sales or revenue first, then links without any, the newest first. The two are read
 * separately, so the counts of the range are read once, and the others in the order of their index until the page is
 * full.
 */
export async function listLinksByCount(
  queries: Queries,
  filter: LinkFilter,
  { order, days }: { order: Ranking['order']; days: CountedDays },
  limit: number,
  after: CountedPosition | null = null
): Promise<{ link: Link; count: number }[]> {
  const counted = sql`(${countByLink(days, order)}) AS counted`;
  const isLower = after ? sql`(count < ${after.count} OR (count = ${after.count} AND ${isBehind(after)}))` : sql`true`;
  const isPastCounted = after?.count === 0;
  const ranked = isPastCounted
    ? []
    : await queries
        .select({ link: linksTable, count: sql<number>`count` })
        .from(linksTable)
        .innerJoin(counted, sql`link = code`)
        .where(sql`${isWanted(filter)} AND ${isLower}`)
        .orderBy(sql`count DESC, created_at DESC, code`)
        .limit(limit);
  if (ranked.length === limit) return ranked;
  const hasNone = sql`code NOT IN (SELECT link FROM ${counted})`;
  const rest = await listLinks(queries, filter, limit - ranked.length, isPastCounted ? after : null, hasNone);
  return [...ranked, ...rest.map((link) => ({ link, count: 0 }))];
}
