import { and, eq, isNull, sql } from 'drizzle-orm';
import { isUniqueViolation } from '../types/faults.ts';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';
import { clicksTable, installsTable, linksTable, type ClaimedBy, type Link } from './tables.ts';

/** A link that an install came by, and how that is known. */
export interface FoundInstall {
  link: Pick<Link, 'destination' | 'data'>;
  /** What stood after the question mark of the short link. */
  query: string | null;
  matchedBy: ClaimedBy;
  confidence: number;
}

/** The answer that this install got before, or null; also if the link was disabled or deleted since. */
export async function findInstall(queries: Queries, appId: string, id: string): Promise<FoundInstall | null> {
  const [found] = await queries
    .select({
      link: { destination: linksTable.destination, data: linksTable.data },
      query: installsTable.query,
      matchedBy: installsTable.matchedBy,
      confidence: installsTable.confidence,
    })
    .from(installsTable)
    .innerJoin(linksTable, and(eq(linksTable.appId, installsTable.appId), eq(linksTable.code, installsTable.code)))
    .where(and(eq(installsTable.appId, appId), eq(installsTable.id, id), isNull(linksTable.disabledAt)));
  return found ?? null;
}

export interface Claim {
  appId: string;
  clickId: string;
  /** Null if the install doesn't say who it is: then nothing is kept to answer it again. */
  installId: string | null;
  by: ClaimedBy;
  confidence: number;
  notBefore: Date;
  now: Date;
}

export type ClaimOutcome =
  | { kind: 'claimed'; link: FoundInstall['link']; query: string | null; clickedAt: number }
  /** Somebody else has it; or it is too old, another app's, or on a link that leads nowhere any more. */
  | { kind: 'refused' }
  /** This install has an answer already, given to another request of it at the same time. */
  | { kind: 'answered' };

/**
 * Takes the click for an install and keeps the answer. One statement, so that of any number of instances asking at
 * once exactly one gets the click, and so that neither click nor answer is kept without the other.
 */
export async function claimClick(queries: Queries, claim: Claim): Promise<ClaimOutcome> {
  try {
    const result = await queries.execute(sql`
      WITH claimed AS (
        UPDATE clicks SET claimed_at = ${claim.now.toISOString()}::timestamptz, claimed_by = ${claim.by}::text
        FROM links
        WHERE links.app_id = clicks.app_id AND links.code = clicks.code AND links.disabled_at IS NULL
          AND clicks.id = ${claim.clickId}::text AND clicks.app_id = ${claim.appId}::text
          AND clicks.claimed_at IS NULL AND clicks.created_at > ${claim.notBefore.toISOString()}::timestamptz
        RETURNING clicks.id, clicks.code, clicks.query, clicks.created_at, links.destination, links.data
      ), installed AS (
        INSERT INTO installs (app_id, id, code, query, click_id, matched_by, confidence, matched_at)
        SELECT ${claim.appId}::text, ${claim.installId}::text, code, query, id, ${claim.by}::text,
          ${claim.confidence}::float8, ${claim.now.toISOString()}::timestamptz
        FROM claimed WHERE ${claim.installId}::text IS NOT NULL
      )
      SELECT destination, data, query, extract(epoch from created_at)::float8 * 1000 AS "clickedAt" FROM claimed`);
    const [row] = rowsOf<Pick<Link, 'destination' | 'data'> & { query: string | null; clickedAt: number }>(result);
    if (!row) return { kind: 'refused' };
    const { destination, data, query, clickedAt } = row;
    return { kind: 'claimed', link: { destination, data }, query, clickedAt };
  } catch (error) {
    if (isUniqueViolation(error)) return { kind: 'answered' };
    throw error;
  }
}

type NewInstall = typeof installsTable.$inferInsert;

/** Keeps an answer that took no click. False if the install has an answer already. */
export async function addInstall(queries: Queries, install: NewInstall): Promise<boolean> {
  const added = await queries
    .insert(installsTable)
    .values(install)
    .onConflictDoNothing()
    .returning({ id: installsTable.id });
  return added.length > 0;
}

/** For a deletion request: the answer and the attempts go, and the click that was claimed with them. */
export async function deleteInstall(queries: Queries, appId: string, id: string): Promise<void> {
  await queries.execute(sql`
    WITH attempts AS (DELETE FROM match_attempts WHERE app_id = ${appId} AND install_id = ${id}),
      install AS (DELETE FROM installs WHERE app_id = ${appId} AND id = ${id} RETURNING click_id)
    DELETE FROM ${clicksTable} WHERE app_id = ${appId} AND id IN (SELECT click_id FROM install)`);
}
