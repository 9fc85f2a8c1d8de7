import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { tellChange } from '../base/notices.ts';
import type { Queries } from '../base/Database.ts';
import { createRowWriter } from '../base/createRowWriter.ts';
import { findApp } from './apps.ts';
import { lockCodesOf, lockHosts } from './hostLocks.ts';
import { query, rowsWhere } from '../base/query.ts';
import { appsTable, linksTable, type App, type Link } from '../schema/tables.ts';
import { texts } from '../base/bind.ts';

export const LINK_COLUMNS = Object.keys(getTableColumns(linksTable)) as (keyof Link)[];

type Optional = { [Name in keyof Link]: null extends Link[Name] ? Name : never }[keyof Link];

/** All columns that a link can do without. */
export const EMPTY_LINK = {
  ...(Object.fromEntries(
    Object.entries(getTableColumns(linksTable)).flatMap(([name, { notNull }]) => (notNull ? [] : [[name, null]]))
  ) as Record<Optional, null>),
  tags: [] as string[],
};

const writeLink = createRowWriter(linksTable);

/** The other apps that share one of these hosts, and so their codes. Apps without a host share the service's own. */
async function findNeighbours(queries: Queries, id: string, hosts: readonly string[]): Promise<string[]> {
  const neighbours = await query<{ id: string }>(queries)`
    SELECT id FROM apps WHERE id <> ${id}
      AND (link_hosts && ${texts(hosts)} OR (${hosts.length === 0} AND cardinality(link_hosts) = 0))`;
  return neighbours.map((app) => app.id);
}

/**
 * Adds the links whose codes are free, and returns those codes. A code is taken if the app has it, or if another app
 * that shares one of its hosts has it or can restore it. Links are added in the order of codes, so two calls with the
 * same codes wait for each other instead of deadlocking.
 */
export async function addLinks(queries: Queries, { id }: Pick<App, 'id'>, links: Link[]): Promise<Set<string>> {
  if (links.length === 0) return new Set();
  const codes = links.map(({ code }) => code);
  return queries.transaction(async (transaction) => {
    await lockHosts(transaction, 'to make links');
    // The hosts are read here, because they may have changed since the caller read the app.
    const hosts = (await findApp(transaction, id))?.linkHosts ?? [];
    const neighbours = await findNeighbours(transaction, id, hosts);
    if (neighbours.length > 0) await lockCodesOf(transaction, hosts.length > 0 ? hosts : ['']);
    const ids = [id, ...neighbours];
    const found = await query<{ code: string }>(transaction)`
      SELECT code FROM links WHERE app_id IN ${ids} AND code = ANY(${texts(codes)})
      UNION ALL
      SELECT code FROM deleted_links WHERE app_id IN ${ids} AND app_id <> ${id} AND code = ANY(${texts(codes)})`;
    const taken = new Set(found.map(({ code }) => code));
    const free = links.filter(({ code }) => !taken.has(code)).sort((one, other) => (one.code < other.code ? -1 : 1));
    if (free.length === 0) return new Set();
    const rows = JSON.stringify(free.map(writeLink));
    const added = await query<{ code: string }>(transaction)`
      INSERT INTO links SELECT * FROM json_populate_recordset(NULL::links, ${rows}::json)
      ON CONFLICT DO NOTHING RETURNING code`;
    const addedCodes = added.map(({ code }) => code);
    // A new link may take the place of another app's link on the same host.
    await tellChange(transaction, { kind: 'links', appId: id, codes: addedCodes });
    return new Set(addedCodes);
  });
}

/** Codes that would mean two links if the app had these hosts; at most `most` of them. */
export async function findSharedCodes(
  queries: Queries,
  appId: string,
  hosts: readonly string[],
  most: number
): Promise<string[]> {
  const neighbours = await findNeighbours(queries, appId, hosts);
  if (neighbours.length === 0) return [];
  const shared = await query<{ code: string }>(queries)`
    SELECT code FROM links WHERE app_id = ${appId} AND code IN (
      SELECT code FROM links WHERE app_id IN ${neighbours}
    ) ORDER BY code LIMIT ${most}`;
  return shared.map(({ code }) => code);
}

export async function findLinkOfApp(queries: Queries, appId: string, code: string): Promise<Link | null> {
  const [link] = await rowsWhere(queries, linksTable)`app_id = ${appId} AND code = ${code}`;
  return link ?? null;
}

export async function findLinksOfApp(queries: Queries, appId: string, codes: readonly string[]): Promise<Link[]> {
  if (codes.length === 0) return [];
  return rowsWhere(queries, linksTable)`app_id = ${appId} AND code = ANY(${texts(codes)})`;
}

export interface LinkOfApp {
  link: Link;
  app: App;
}

/** For each code, these apps' links with it, the oldest first; the host or the key decides which one is meant. */
export async function findLinksByCodes(
  queries: Queries,
  appIds: readonly string[],
  codes: readonly string[]
): Promise<LinkOfApp[][]> {
  const rows = await queries
    .select({ link: linksTable, app: appsTable })
    .from(linksTable)
    .innerJoin(appsTable, eq(appsTable.id, linksTable.appId))
    .where(sql`${linksTable.appId} IN ${[...appIds]} AND ${linksTable.code} = ANY(${texts(codes)})`)
    .orderBy(linksTable.createdAt, linksTable.appId);
  const found = new Map(codes.map((code): [string, LinkOfApp[]] => [code, []]));
  for (const row of rows) found.get(row.link.code)?.push(row);
  return codes.map((code) => found.get(code) ?? []);
}

export async function findLinkCreatedFrom(queries: Queries, appId: string, createdFrom: string): Promise<Link | null> {
  const [link] = await rowsWhere(queries, linksTable)`app_id = ${appId} AND created_from = ${createdFrom}`;
  return link ?? null;
}

export async function countLinksCreatedBy(
  queries: Queries,
  appId: string,
  createdBy: string,
  since: Date
): Promise<number> {
  const [row] = await query<{ links: number }>(queries)`
    SELECT count(*)::int AS links FROM links
    WHERE app_id = ${appId} AND created_by = ${createdBy} AND created_at > ${since}`;
  return row?.links ?? 0;
}

/** Locks links, in the order of their codes, until the end of the transaction. */
export async function lockLinks(transaction: Queries, appId: string, codes: readonly string[]): Promise<Link[]> {
  return rowsWhere(transaction, linksTable)`
    app_id = ${appId} AND code = ANY(${texts(codes)}) ORDER BY code FOR UPDATE`;
}

export type LinkChange = Partial<Omit<Link, 'appId' | 'code' | 'createdAt'>>;

/** Changes links, in the transaction that locked them. */
export async function updateLinks(
  transaction: Queries,
  appId: string,
  changes: readonly { code: string; change: LinkChange }[]
): Promise<Map<string, Link>> {
  const changed = new Map<string, Link>();
  for (const { code, change } of changes) {
    const isLink = and(eq(linksTable.appId, appId), eq(linksTable.code, code));
    const [link] = await transaction.update(linksTable).set(change).where(isLink).returning();
    if (link) changed.set(code, link);
  }
  await tellChange(transaction, { kind: 'links', appId, codes: [...changed.keys()] });
  return changed;
}

export async function updateLink(
  queries: Queries,
  appId: string,
  code: string,
  change: LinkChange
): Promise<Link | null> {
  const changed = await queries.transaction((transaction) => updateLinks(transaction, appId, [{ code, change }]));
  return changed.get(code) ?? null;
}

/**
 * Lets links of users that would end before `soon` live until `lifeMs` after the day of their last click. A link that
 * its owner has changed ends when the owner says.
 */
export async function renewLinksOfUsers(queries: Queries, appId: string, soon: Date, lifeMs: number): Promise<void> {
  await queries.transaction(async (transaction) => {
    const renewed = await query<{ code: string }>(transaction)`
      UPDATE links SET expires_at = clicked.until
      FROM links AS old, LATERAL (
        SELECT (max(starts) + ${`${lifeMs} milliseconds`}::interval) AT TIME ZONE 'UTC' AS until FROM rollup_keys
        JOIN rollups ON rollups.app_id = ${appId} AND view = 'origin' AND grain = 'day' AND key = rollup_keys.id AND clicks > 0
        WHERE rollup_keys.app_id = ${appId} AND link = old.code
      ) AS clicked
      WHERE old.app_id = ${appId} AND old.created_by IS NOT NULL AND old.updated_at IS NULL
        AND old.expires_at < ${soon}
        AND links.app_id = ${appId} AND links.code = old.code
        AND clicked.until > links.expires_at
      RETURNING links.code`;
    const codes = renewed.map(({ code }) => code);
    await tellChange(transaction, { kind: 'links', appId, codes });
  });
}

/** Links that users shared: those of one install, or of all; created in some time, or ever. */
export interface SharedLinks {
  createdBy: string | null;
  created: { from: Date; to: Date } | null;
}

export async function findSharedCodesOf(
  queries: Queries,
  appId: string,
  { createdBy, created }: SharedLinks,
  most: number
): Promise<string[]> {
  const isWanted = createdBy === null ? sql`created_by IS NOT NULL` : sql`created_by = ${createdBy}`;
  const isOfTime = created ? sql`created_at >= ${created.from} AND created_at < ${created.to}` : sql`true`;
  const rows = await query<{ code: string }>(queries)`
    SELECT code FROM links WHERE app_id = ${appId} AND ${isWanted} AND ${isOfTime} LIMIT ${most}`;
  return rows.map(({ code }) => code);
}

/** Returns the number deleted. */
export async function deleteLinks(queries: Queries, appId: string, codes: readonly string[]): Promise<number> {
  return queries.transaction(async (transaction) => {
    const deleted = await query<{ code: string }>(transaction)`
      DELETE FROM links WHERE app_id = ${appId} AND code = ANY(${texts(codes)}) RETURNING code`;
    await tellChange(transaction, { kind: 'links', appId, codes: deleted.map(({ code }) => code) });
    return deleted.length;
  });
}

/** The codes of links that have one of these tags now. */
export async function findCodesWithTags(queries: Queries, appId: string, tags: readonly string[]): Promise<string[]> {
  const rows = await query<{ code: string }>(queries)`
    SELECT code FROM links WHERE app_id = ${appId} AND tags <> '{}' AND tags && ${texts(tags)}`;
  return rows.map(({ code }) => code);
}
