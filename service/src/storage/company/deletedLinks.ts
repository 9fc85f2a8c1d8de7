import { and, asc, eq, getTableColumns, gt, inArray, lte, sql } from 'drizzle-orm';
import { deletedLinksTable } from '../schema/companyTables.ts';
import type { Queries } from '../base/Database.ts';
import { EMPTY_LINK } from './links.ts';
import { linksTable, type Link } from '../schema/tables.ts';

const isOneOf = (appId: string, codes: readonly string[]) =>
  and(eq(deletedLinksTable.appId, appId), inArray(deletedLinksTable.code, [...codes]));

/** Keeps links that are about to be deleted, as they are. */
export async function keepDeletedLinks(
  transaction: Queries,
  appId: string,
  codes: readonly string[],
  at: Date
): Promise<void> {
  await transaction.execute(sql`
    INSERT INTO deleted_links (app_id, code, deleted_at, created_by, link)
    SELECT app_id, code, ${at.toISOString()}::timestamptz, created_by, to_jsonb(links) FROM links
    WHERE app_id = ${appId} AND code IN ${[...codes]}
    ON CONFLICT (app_id, code) DO UPDATE SET deleted_at = excluded.deleted_at, created_by = excluded.created_by,
      link = excluded.link`);
}

/** The link as it was, with the columns that it lacks because it is older than they are. */
function readLink(row: Record<string, unknown>): Link {
  const columns = Object.entries(getTableColumns(linksTable)).flatMap(([name, { name: column, dataType }]) => {
    const value = row[column];
    if (value === undefined) return [];
    return [[name, dataType === 'date' && typeof value === 'string' ? new Date(value) : value]];
  });
  return { ...EMPTY_LINK, ...(Object.fromEntries(columns) as Link) };
}

/** Gives those of the links that were deleted after `since`, and keeps them no longer. */
export async function takeDeletedLinks(
  transaction: Queries,
  appId: string,
  codes: readonly string[],
  since: Date
): Promise<Link[]> {
  const taken = await transaction
    .delete(deletedLinksTable)
    .where(and(isOneOf(appId, codes), gt(deletedLinksTable.deletedAt, since)))
    .returning({ link: deletedLinksTable.link });
  return taken.map(({ link }) => readLink(link));
}

/** From now on these can't be restored. */
export async function forgetDeletedLinks(queries: Queries, appId: string, codes: readonly string[]): Promise<void> {
  if (codes.length > 0) await queries.delete(deletedLinksTable).where(isOneOf(appId, codes));
}

/** Where people go instead of a deleted link. */
export interface Afterwards {
  appId: string;
  url: string;
}

/** Finds it for a code of the apps in `scope`: their ids, with blanks between. */
export type FindAfterwards = (scope: string, code: string) => Promise<Afterwards[]>;

/** For each code, where the deleted links of these apps lead that say so. */
export async function findAfterwardsByCodes(
  queries: Queries,
  appIds: readonly string[],
  codes: readonly string[]
): Promise<Afterwards[][]> {
  const url = sql<string>`${deletedLinksTable.link} ->> 'afterwards'`;
  const rows = await queries
    .select({ appId: deletedLinksTable.appId, code: deletedLinksTable.code, url })
    .from(deletedLinksTable)
    .where(
      and(
        inArray(deletedLinksTable.appId, [...appIds]),
        inArray(deletedLinksTable.code, [...codes]),
        sql`${url} IS NOT NULL`
      )
    );
  return codes.map((code) => rows.filter((row) => row.code === code));
}

/** At most `most` codes of links that were deleted until `last`. */
export async function listDeletedCodesUntil(
  queries: Queries,
  appId: string,
  last: Date,
  most: number
): Promise<string[]> {
  const rows = await queries
    .select({ code: deletedLinksTable.code })
    .from(deletedLinksTable)
    .where(and(eq(deletedLinksTable.appId, appId), lte(deletedLinksTable.deletedAt, last)))
    .orderBy(asc(deletedLinksTable.deletedAt))
    .limit(most);
  return rows.map(({ code }) => code);
}

/** The codes of the deleted links that an install had shared. */
export async function listDeletedCodesOf(queries: Queries, appId: string, createdBy: string): Promise<string[]> {
  const rows = await queries
    .select({ code: deletedLinksTable.code })
    .from(deletedLinksTable)
    .where(and(eq(deletedLinksTable.appId, appId), eq(deletedLinksTable.createdBy, createdBy)));
  return rows.map(({ code }) => code);
}
