import { and, arrayOverlaps, count, eq, getTableColumns, gt, gte, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import { tellChange } from '../base/notices.ts';
import type { Queries } from '../base/Database.ts';
import { deletedLinksTable } from '../schema/companyTables.ts';
import { createRowWriter } from '../base/createRowWriter.ts';
import { lockCodesOf, lockHosts } from './hostLocks.ts';
import { rowsOf } from '../base/rowsOf.ts';
import { appsTable, linksTable, type App, type Link } from '../schema/tables.ts';
import { texts } from '../schema/texts.ts';

export const LINK_COLUMNS = Object.keys(getTableColumns(linksTable)) as (keyof Link)[];

type Optional = { [Name in keyof Link]: null extends Link[Name] ? Name : never }[keyof Link];

/** Every column that a link can do without. */
export const EMPTY_LINK = {
  ...(Object.fromEntries(
    Object.entries(getTableColumns(linksTable)).flatMap(([name, { notNull }]) => (notNull ? [] : [[name, null]]))
  ) as Record<Optional, null>),
  tags: [] as string[],
};

const writeLink = createRowWriter(linksTable);

/** Apps that share one of these hosts, and so their codes. Apps without a host share the service's own. */
function sharesHost(hosts: readonly string[]) {
  return hosts.length > 0
    ? sql`${appsTable.linkHosts} && ${texts(hosts)}`
    : sql`cardinality(${appsTable.linkHosts}) = 0`;
}

/** The other apps that share one of these hosts. */
async function findNeighbours(queries: Queries, id: string, hosts: readonly string[]): Promise<string[]> {
  const isNeighbour = and(ne(appsTable.id, id), sharesHost(hosts));
  const neighbours = await queries.select({ id: appsTable.id }).from(appsTable).where(isNeighbour);
  return neighbours.map((app) => app.id);
}

/** Most often there is one. */
const isOfApps = (ids: readonly string[]) =>
  ids.length === 1 && ids[0] !== undefined ? eq(linksTable.appId, ids[0]) : inArray(linksTable.appId, [...ids]);

const isOneOf = (codes: readonly string[]) => sql`${linksTable.code} = ANY(${texts(codes)})`;

const isLink = (appId: string, code: string) => and(eq(linksTable.appId, appId), eq(linksTable.code, code));

/** Those of the codes that these apps may still restore. */
async function findDeletedCodes(queries: Queries, appIds: string[], codes: string[]): Promise<string[]> {
  if (appIds.length === 0) return [];
  const rows = await queries
    .select({ code: deletedLinksTable.code })
    .from(deletedLinksTable)
    .where(and(inArray(deletedLinksTable.appId, appIds), inArray(deletedLinksTable.code, codes)));
  return rows.map(({ code }) => code);
}

/**
 * Adds the links whose codes are free, and gives those codes. A code is taken if the app has it, or if another app that
 * shares one of its hosts has it or can restore it. Links are added in the order of codes, so that two calls with the
 * same codes wait for each other instead of deadlocking.
 */
export async function addLinks(queries: Queries, { id }: Pick<App, 'id'>, links: Link[]): Promise<Set<string>> {
  if (links.length === 0) return new Set();
  const codes = links.map(({ code }) => code);
  return queries.transaction(async (transaction) => {
    await lockHosts(transaction, 'to make links');
    // The hosts are read here, because they may have changed since the caller read the app.
    const [app] = await transaction.select({ hosts: appsTable.linkHosts }).from(appsTable).where(eq(appsTable.id, id));
    const hosts = app?.hosts ?? [];
    const neighbours = await findNeighbours(transaction, id, hosts);
    if (neighbours.length > 0) await lockCodesOf(transaction, hosts.length > 0 ? hosts : ['']);
    const takenCodes = await transaction
      .select({ code: linksTable.code })
      .from(linksTable)
      .where(and(isOfApps([id, ...neighbours]), isOneOf(codes)));
    const kept = await findDeletedCodes(transaction, neighbours, codes);
    const taken = new Set([...takenCodes.map(({ code }) => code), ...kept]);
    const free = links.filter(({ code }) => !taken.has(code)).sort((one, other) => (one.code < other.code ? -1 : 1));
    if (free.length === 0) return new Set();
    const rows = JSON.stringify(free.map(writeLink));
    const added = await transaction.execute(sql`
      INSERT INTO links SELECT * FROM json_populate_recordset(NULL::links, ${rows}::json)
      ON CONFLICT DO NOTHING RETURNING code`);
    const addedCodes = rowsOf<{ code: string }>(added).map(({ code }) => code);
    // It may take the place of another app's on the same host.
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
  const others = queries.select({ code: linksTable.code }).from(linksTable).where(isOfApps(neighbours));
  const rows = await queries
    .select({ code: linksTable.code })
    .from(linksTable)
    .where(and(eq(linksTable.appId, appId), inArray(linksTable.code, others)))
    .orderBy(linksTable.code)
    .limit(most);
  return rows.map(({ code }) => code);
}

export async function findLinkOfApp(queries: Queries, appId: string, code: string): Promise<Link | null> {
  const [link] = await queries.select().from(linksTable).where(isLink(appId, code));
  return link ?? null;
}

export async function findLinksOfApp(queries: Queries, appId: string, codes: readonly string[]): Promise<Link[]> {
  if (codes.length === 0) return [];
  return queries
    .select()
    .from(linksTable)
    .where(and(eq(linksTable.appId, appId), isOneOf(codes)));
}

export interface LinkOfApp {
  link: Link;
  app: App;
}

/** Finds the links with a code of the apps in `scope`: their ids, with blanks between. */
export type FindLinks = (scope: string, code: string) => Promise<LinkOfApp[]>;

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
    .where(and(isOfApps(appIds), isOneOf(codes)))
    .orderBy(linksTable.createdAt, linksTable.appId);
  const found = new Map(codes.map((code): [string, LinkOfApp[]] => [code, []]));
  for (const row of rows) found.get(row.link.code)?.push(row);
  return codes.map((code) => found.get(code) ?? []);
}

export async function findLinkCreatedFrom(queries: Queries, appId: string, createdFrom: string): Promise<Link | null> {
  const isMadeFrom = and(eq(linksTable.appId, appId), eq(linksTable.createdFrom, createdFrom));
  const [link] = await queries.select().from(linksTable).where(isMadeFrom);
  return link ?? null;
}

export async function countLinksCreatedBy(
  queries: Queries,
  appId: string,
  createdBy: string,
  since: Date
): Promise<number> {
  const [row] = await queries
    .select({ links: count() })
    .from(linksTable)
    .where(and(eq(linksTable.appId, appId), eq(linksTable.createdBy, createdBy), gt(linksTable.createdAt, since)));
  return row?.links ?? 0;
}

/** The links as they are until the end of the transaction. */
export async function lockLinks(transaction: Queries, appId: string, codes: readonly string[]): Promise<Link[]> {
  return transaction
    .select()
    .from(linksTable)
    .where(and(eq(linksTable.appId, appId), isOneOf(codes)))
    .orderBy(linksTable.code)
    .for('update');
}

export async function lockLink(transaction: Queries, appId: string, code: string): Promise<Link | null> {
  const [link] = await lockLinks(transaction, appId, [code]);
  return link ?? null;
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
    const [link] = await transaction.update(linksTable).set(change).where(isLink(appId, code)).returning();
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
 * Lets links that users of an app made live until `lifeMs` after their last click, for those that would end before
 * `soon`. A link that its owner has changed ends when the owner says.
 */
export async function renewLinksOfUsers(queries: Queries, appId: string, soon: Date, lifeMs: number): Promise<void> {
  await queries.transaction(async (transaction) => {
    const renewed = await transaction.execute(sql`
      UPDATE links SET expires_at = clicked.until
      FROM links AS old, LATERAL (
        SELECT (max(starts) + ${`${lifeMs} milliseconds`}::interval) AT TIME ZONE 'UTC' AS until FROM rollup_keys
        JOIN rollups ON rollups.app_id = ${appId} AND view = 'origin' AND grain = 'day' AND key = rollup_keys.id AND clicks > 0
        WHERE rollup_keys.app_id = ${appId} AND link = old.code
      ) AS clicked
      WHERE old.app_id = ${appId} AND old.created_by IS NOT NULL AND old.updated_at IS NULL
        AND old.expires_at < ${soon.toISOString()}::timestamptz
        AND links.app_id = ${appId} AND links.code = old.code
        AND clicked.until > links.expires_at
      RETURNING links.code`);
    const codes = rowsOf<{ code: string }>(renewed).map(({ code }) => code);
    await tellChange(transaction, { kind: 'links', appId, codes });
  });
}

/** Links that users shared: those of one install, or all; and of those, the ones of some time. */
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
  const rows = await queries
    .select({ code: linksTable.code })
    .from(linksTable)
    .where(
      and(
        eq(linksTable.appId, appId),
        createdBy === null ? isNotNull(linksTable.createdBy) : eq(linksTable.createdBy, createdBy),
        created ? and(gte(linksTable.createdAt, created.from), lt(linksTable.createdAt, created.to)) : undefined
      )
    )
    .limit(most);
  return rows.map(({ code }) => code);
}

/** Gives the number deleted. */
export async function deleteLinks(queries: Queries, appId: string, codes: readonly string[]): Promise<number> {
  if (codes.length === 0) return 0;
  const isOne = and(eq(linksTable.appId, appId), isOneOf(codes));
  return queries.transaction(async (transaction) => {
    const deleted = await transaction.delete(linksTable).where(isOne).returning({ code: linksTable.code });
    await tellChange(transaction, { kind: 'links', appId, codes: deleted.map(({ code }) => code) });
    return deleted.length;
  });
}

/** The codes of links that have one of these tags now. */
export async function findCodesWithTags(queries: Queries, appId: string, tags: readonly string[]): Promise<string[]> {
  const rows = await queries
    .select({ code: linksTable.code })
    .from(linksTable)
    .where(and(eq(linksTable.appId, appId), ne(linksTable.tags, []), arrayOverlaps(linksTable.tags, [...tags])));
  return rows.map(({ code }) => code);
}
