import { and, count, eq, getTableColumns, gt, gte, isNotNull, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from './Database.ts';
import { createRowWriter } from './createRowWriter.ts';
import { lockCodesOf, lockHosts } from './hostLocks.ts';
import { rowsOf } from './rowsOf.ts';
import { appsTable, linksTable, type App, type Link } from './tables.ts';

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
    ? sql`${appsTable.linkHosts} && ${sql.param([...hosts], appsTable.linkHosts)}`
    : sql`cardinality(${appsTable.linkHosts}) = 0`;
}

const isOneOf = (codes: readonly string[]) =>
  sql`${linksTable.code} = ANY(${sql.param([...codes], appsTable.linkHosts)})`;

const isLink = (appId: string, code: string) => and(eq(linksTable.appId, appId), eq(linksTable.code, code));

/**
 * Adds the links whose codes are free, and gives those codes. A code is taken if the app has it, or another app that
 * shares one of its hosts. Links are added in the order of codes, so that two calls with the same codes wait for each
 * other instead of deadlocking.
 */
export async function addLinks(queries: Queries, { id }: Pick<App, 'id'>, links: Link[]): Promise<Set<string>> {
  if (links.length === 0) return new Set();
  const codes = links.map(({ code }) => code);
  return queries.transaction(async (transaction) => {
    await lockHosts(transaction, 'to make links');
    // The hosts are read here, because they may have changed since the caller read the app.
    const [app] = await transaction.select({ hosts: appsTable.linkHosts }).from(appsTable).where(eq(appsTable.id, id));
    const hosts = app?.hosts ?? [];
    const isNeighbour = and(ne(appsTable.id, id), sharesHost(hosts));
    const neighbours = await transaction.select({ id: appsTable.id }).from(appsTable).where(isNeighbour).limit(1);
    if (neighbours.length > 0) await lockCodesOf(transaction, hosts.length > 0 ? hosts : ['']);
    const takenCodes = await transaction
      .select({ code: linksTable.code })
      .from(linksTable)
      .innerJoin(appsTable, eq(appsTable.id, linksTable.appId))
      .where(and(isOneOf(codes), sharesHost(hosts)));
    const taken = new Set(takenCodes.map(({ code }) => code));
    const free = links.filter(({ code }) => !taken.has(code)).sort((one, other) => (one.code < other.code ? -1 : 1));
    if (free.length === 0) return new Set();
    const rows = JSON.stringify(free.map(writeLink));
    const added = await transaction.execute(sql`
      INSERT INTO links SELECT * FROM json_populate_recordset(NULL::links, ${rows}::json)
      ON CONFLICT DO NOTHING RETURNING code`);
    return new Set(rowsOf<{ code: string }>(added).map(({ code }) => code));
  });
}

/** Codes that would mean two links if the app had these hosts; at most `most` of them. */
export async function findSharedCodes(
  queries: Queries,
  appId: string,
  hosts: readonly string[],
  most: number
): Promise<string[]> {
  const own = alias(linksTable, 'own');
  const rows = await queries
    .selectDistinct({ code: own.code })
    .from(own)
    .innerJoin(linksTable, eq(linksTable.code, own.code))
    .innerJoin(appsTable, and(eq(appsTable.id, linksTable.appId), ne(appsTable.id, appId), sharesHost(hosts)))
    .where(eq(own.appId, appId))
    .orderBy(own.code)
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

/** For each code, all apps' links with it, the oldest first; the host or the key decides which one is meant. */
export async function findLinksByCodes(queries: Queries, codes: readonly string[]): Promise<LinkOfApp[][]> {
  const rows = await queries
    .select({ link: linksTable, app: appsTable })
    .from(linksTable)
    .innerJoin(appsTable, eq(appsTable.id, linksTable.appId))
    .where(isOneOf(codes))
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

/** The link as it is until the end of the transaction. */
export async function lockLink(transaction: Queries, appId: string, code: string): Promise<Link | null> {
  const [link] = await transaction.select().from(linksTable).where(isLink(appId, code)).for('update');
  return link ?? null;
}

export type LinkChange = Partial<Omit<Link, 'appId' | 'code' | 'createdAt'>>;

export async function updateLink(
  queries: Queries,
  appId: string,
  code: string,
  change: LinkChange
): Promise<Link | null> {
  const [link] = await queries.update(linksTable).set(change).where(isLink(appId, code)).returning();
  return link ?? null;
}

/**
 * Lets links that users made live until `lifeMs` after their last click, for those that would end before `soon`. Gives the
 * number of links that live longer now. A link that its owner has changed ends when the owner says.
 */
export async function renewLinksOfUsers(queries: Queries, soon: Date, lifeMs: number): Promise<number> {
  const renewed = await queries.execute(sql`
    UPDATE links SET expires_at = last.click + ${`${lifeMs} milliseconds`}::interval
    FROM links AS old, LATERAL (
      SELECT max(at) AS click FROM click_quarters WHERE app_id = old.app_id AND code = old.code
    ) AS last
    WHERE old.created_by IS NOT NULL AND old.updated_at IS NULL AND old.expires_at < ${soon.toISOString()}::timestamptz
      AND links.app_id = old.app_id AND links.code = old.code
      AND last.click + ${`${lifeMs} milliseconds`}::interval > links.expires_at
    RETURNING 1`);
  return rowsOf(renewed).length;
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
  return (await queries.delete(linksTable).where(isOne).returning({ code: linksTable.code })).length;
}
