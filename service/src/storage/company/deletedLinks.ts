import { getTableColumns, sql } from 'drizzle-orm';
import { texts } from '../base/bind.ts';
import type { Queries } from '../base/Database.ts';
import { query } from '../base/query.ts';
import { EMPTY_LINK } from './links.ts';
import { linksTable, type Link } from '../schema/tables.ts';

/** Keeps copies of links that are about to be deleted. */
export async function keepDeletedLinks(
  transaction: Queries,
  appId: string,
  codes: readonly string[],
  at: Date
): Promise<void> {
  await transaction.execute(sql`
    INSERT INTO deleted_links (app_id, code, deleted_at, created_by, link)
    SELECT app_id, code, ${at}::timestamptz, created_by, to_jsonb(links) FROM links
    WHERE app_id = ${appId} AND code = ANY(${texts(codes)})
    ON CONFLICT (app_id, code) DO UPDATE SET deleted_at = excluded.deleted_at, created_by = excluded.created_by,
      link = excluded.link`);
}

/** The link as it was. Columns that are newer than the copy get their empty values. */
function readLink(row: Record<string, unknown>): Link {
  const columns = Object.entries(getTableColumns(linksTable)).flatMap(([name, { name: column, dataType }]) => {
    const value = row[column];
    if (value === undefined) return [];
    return [[name, dataType === 'date' && typeof value === 'string' ? new Date(value) : value]];
  });
  return { ...EMPTY_LINK, ...(Object.fromEntries(columns) as Link) };
}

/** Returns the links that were deleted after `since`, and removes their copies. */
export async function takeDeletedLinks(
  transaction: Queries,
  appId: string,
  codes: readonly string[],
  since: Date
): Promise<Link[]> {
  const taken = await query<{ link: Record<string, unknown> }>(transaction)`
    DELETE FROM deleted_links WHERE app_id = ${appId} AND code = ANY(${texts(codes)}) AND deleted_at > ${since}
    RETURNING link`;
  return taken.map(({ link }) => readLink(link));
}

/** From now on these can't be restored. */
export async function forgetDeletedLinks(queries: Queries, appId: string, codes: readonly string[]): Promise<void> {
  await queries.execute(sql`DELETE FROM deleted_links WHERE app_id = ${appId} AND code = ANY(${texts(codes)})`);
}

/** Where people go instead of a deleted link. */
export interface Afterwards {
  appId: string;
  url: string;
}

/** For each code, where deleted links of these apps lead afterwards, if anywhere. */
export async function findAfterwardsByCodes(
  queries: Queries,
  appIds: readonly string[],
  codes: readonly string[]
): Promise<Afterwards[][]> {
  const rows = await query<Afterwards & { code: string }>(queries)`
    SELECT app_id AS "appId", code, link ->> 'afterwards' AS url FROM deleted_links
    WHERE app_id IN ${[...appIds]} AND code = ANY(${texts(codes)}) AND link ->> 'afterwards' IS NOT NULL`;
  return codes.map((code) => rows.filter((row) => row.code === code));
}

/** At most `most` codes of links deleted at `last` or before, the oldest first. */
export async function listDeletedCodesUntil(
  queries: Queries,
  appId: string,
  last: Date,
  most: number
): Promise<string[]> {
  const rows = await query<{ code: string }>(queries)`
    SELECT code FROM deleted_links WHERE app_id = ${appId} AND deleted_at <= ${last} ORDER BY deleted_at LIMIT ${most}`;
  return rows.map(({ code }) => code);
}

/** The codes of deleted links that an install had shared. */
export async function listDeletedCodesOf(queries: Queries, appId: string, createdBy: string): Promise<string[]> {
  const rows = await query<{ code: string }>(queries)`
    SELECT code FROM deleted_links WHERE app_id = ${appId} AND created_by = ${createdBy}`;
  return rows.map(({ code }) => code);
}
