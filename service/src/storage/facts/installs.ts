import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import type { MatchNotes } from './matchAttempts.ts';
import { createRowWriter } from '../base/createRowWriter.ts';
import type { GroupNames } from './names.ts';
import { query } from '../base/query.ts';
import { installsTable, matchAttemptsTable, type Link, type MatchedBy } from '../schema/tables.ts';
import { DAY_MS } from '../../values/durations.ts';

/** What an app gets to know of a link. */
export type FoundLink = Pick<Link, 'destination' | 'data'>;

/** The link that led to an install, and how that is known. */
export interface FoundInstall {
  link: FoundLink;
  query: string | null;
  matchedBy: MatchedBy;
  confidence: number;
}

export interface InstallQuestion {
  appId: string;
  id: string;
}

interface FoundInstallRow extends Omit<FoundInstall, 'link'>, FoundLink {
  position: number;
}

/** The clocks of instances differ by less than this, so a link that is newer than the match is another one. */
export const CLOCKS_DIFFER_BY = sql.raw(`interval '1 minute'`);

/** The answers that these installs of one app got before; null if none, or if its link was disabled or deleted. */
export async function findInstalls(
  queries: Queries,
  questions: readonly InstallQuestion[]
): Promise<(FoundInstall | null)[]> {
  const appId = questions[0]?.appId;
  const rows = questions.map(({ id }, position) => ({ position, id }));
  const result = await query<FoundInstallRow>(queries)`
    SELECT given.position, coalesce(links.destination, installs.route) AS destination, links.data, installs.query, installs.matched_by AS "matchedBy",
      installs.confidence
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (position int, id text)
    JOIN installs ON installs.app_id = ${appId} AND installs.id = given.id
    LEFT JOIN links ON links.app_id = ${appId} AND links.code = installs.code
      AND links.disabled_at IS NULL AND links.created_at < installs.matched_at + ${CLOCKS_DIFFER_BY}
    WHERE coalesce(links.code, installs.route) IS NOT NULL`;
  const answers = questions.map((): FoundInstall | null => null);
  for (const { position, destination, data, ...answer } of result) {
    answers[position] = { link: { destination, data }, ...answer };
  }
  return answers;
}

const writeNotes = createRowWriter(matchAttemptsTable);

export interface Claim {
  appId: string;
  clickId: string;
  /** Null if the install sends no id: then no answer is kept for it. */
  installId: string | null;
  by: MatchedBy;
  confidence: number;
  notBefore: Date;
  now: Date;
  /** Stored with the claim, as an attempt that succeeded. */
  notes: MatchNotes;
}

export type ClaimOutcome =
  | { kind: 'claimed'; link: FoundLink; query: string | null }
  /** Another install has the click; or it is too old, belongs to another app, or its link is disabled. */
  | { kind: 'refused' }
  /** This install has an answer already, from another request. */
  | { kind: 'answered' };

interface ClaimableRow extends FoundLink {
  position: number;
  query: string | null;
  isClaimed: boolean;
}

/**
 * Claims clicks of one app for installs, and returns each claim's outcome. It also stores the answers and the attempts,
 * and gives events that came before the match their link: all of that or nothing.
 */
export async function claimClicks(queries: Queries, claims: readonly Claim[]): Promise<ClaimOutcome[]> {
  const outcomes = claims.map((): ClaimOutcome => ({ kind: 'refused' }));
  const rows = claims
    .map(({ clickId, installId, by, confidence, notBefore, now, notes }, position) => ({
      position,
      click_id: clickId,
      install_id: installId,
      matched_by: by,
      confidence,
      not_before: notBefore,
      now,
      notes: writeNotes({ ...notes, id: crypto.randomUUID() }),
    }))
    // PostgreSQL's text can't hold the character NUL, so no click has such an id.
    .filter((row) => !row.click_id.includes('\0'));
  const claimable = await query<ClaimableRow>(queries)`
    SELECT * FROM claim_clicks(${claims[0]?.appId}, ${JSON.stringify(rows)}::json)`;
  for (const { position, isClaimed, query, ...link } of claimable) {
    outcomes[position] = isClaimed ? { kind: 'claimed', link, query } : { kind: 'answered' };
  }
  return outcomes;
}

type Install = typeof installsTable.$inferSelect;

type Optional = 'route' | 'campaign' | 'source' | 'medium';

type NewInstall = Omit<Install, 'position' | 'since' | 'clickId' | Optional> &
  Partial<Pick<Install, Optional>> & {
    /** Not stored; it bounds the names that the install brings. */
    network: string | null;
  };

const writeInstall = createRowWriter(installsTable);

/** The library repeats an unanswered match for this long. Events of that time belong to the link, too. */
const MAX_SEARCH_MS = DAY_MS;

/**
 * Stores an answer without a click, and gives events that came before it their link. Returns false if the install has
 * an answer already.
 */
export async function addInstall(queries: Queries, groupNames: GroupNames, install: NewInstall): Promise<boolean> {
  const since = new Date(install.matchedAt.getTime() - MAX_SEARCH_MS);
  const [grouped = install] = await groupNames(queries, [install], ({ matchedAt }) => matchedAt);
  const row = JSON.stringify(writeInstall({ ...grouped, since }));
  const [added] = await query<{ isNew: boolean }>(queries)`
    SELECT add_install(${install.appId}, ${row}::json) AS "isNew"`;
  return added?.isNew === true;
}

/**
 * Deletes at most `most` each of what an install opened, of clicks like the one that it claimed, and of its other rows.
 * Deleted rows are no longer counted. Returns the numbers.
 */
export async function deleteVisitsOf(
  queries: Queries,
  appId: string,
  id: string,
  most: number
): Promise<{ opens: number; clicks: number; others: number }> {
  const none = { opens: 0, clicks: 0, others: 0 };
  const [deleted = none] = await query<typeof none>(queries)`SELECT * FROM forget_visits(${appId}, ${id}, ${most})`;
  return deleted;
}

/** For a deletion request: deletes everything of an install except the links that it created. Returns the numbers. */
export async function deleteInstall(
  queries: Queries,
  appId: string,
  id: string
): Promise<{ events: number; opens: number; clicks: number }> {
  const none = { events: 0, opens: 0, clicks: 0 };
  const [deleted = none] = await query<typeof none>(queries)`SELECT * FROM forget_install(${appId}, ${id})`;
  return deleted;
}
