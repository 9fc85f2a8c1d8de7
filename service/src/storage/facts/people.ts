import { sql } from 'drizzle-orm';
import type { Campaign } from '../../values/campaign.ts';
import type { Queries } from '../base/Database.ts';
import { CLOCKS_DIFFER_BY } from './installs.ts';
import { query } from '../base/query.ts';
import type { MatchedBy } from '../schema/recordTables.ts';

interface SeenEvent {
  name: string;
  /** ISO 8601. */
  occurredAt: string;
}

export interface InstallStory extends Campaign {
  id: string;
  /** The link that it was matched to; the destination is null if the link was deleted since. */
  link: { code: string; destination: string | null; data: string | null; createdBy: string | null } | null;
  match: { by: MatchedBy; confidence: number; at: string; clickedAt: string | null } | null;
  /** Of the click. */
  query: string | null;
  firstEvent: SeenEvent | null;
  lastEvent: SeenEvent | null;
}

const written = (time: string) => sql.raw(`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** What is known of these installs, in their order. Installs that nobody knows are left out. */
export async function findInstallStories(
  queries: Queries,
  appId: string,
  ids: readonly string[]
): Promise<InstallStory[]> {
  const event = sql`json_build_object('name', name, 'occurredAt', ${written('occurred_at')}) AS seen
    FROM events WHERE app_id = ${appId} AND install_id = given.id`;
  return query<InstallStory>(queries)`
    SELECT given.id, installs.campaign, installs.source, installs.medium, installs.query, first.seen AS "firstEvent", last.seen AS "lastEvent",
      CASE WHEN installs.id IS NOT NULL THEN json_build_object('code', installs.code,
        'destination', coalesce(links.destination, installs.route), 'data', links.data, 'createdBy', nullif(links.created_by, '')) END AS link,
      CASE WHEN installs.id IS NOT NULL THEN json_build_object('by', installs.matched_by,
        'confidence', installs.confidence, 'at', ${written('installs.matched_at')},
        'clickedAt', CASE WHEN installs.click_id IS NOT NULL THEN ${written('installs.since')} END) END AS match
    FROM json_array_elements_text(${JSON.stringify(ids)}::json) WITH ORDINALITY AS given (id, position)
    LEFT JOIN installs ON installs.app_id = ${appId} AND installs.id = given.id
    LEFT JOIN links ON links.app_id = ${appId} AND links.code = installs.code
      AND links.created_at < installs.matched_at + ${CLOCKS_DIFFER_BY}
    LEFT JOIN LATERAL (SELECT ${event} ORDER BY occurred_at LIMIT 1) AS first ON true
    LEFT JOIN LATERAL (SELECT ${event} ORDER BY occurred_at DESC LIMIT 1) AS last ON true
    WHERE installs.id IS NOT NULL OR first.seen IS NOT NULL
      OR EXISTS (SELECT FROM opens WHERE app_id = ${appId} AND install_id = given.id)
      OR EXISTS (SELECT FROM match_attempts WHERE app_id = ${appId} AND install_id = given.id)
    ORDER BY given.position`;
}

/** An install whose events carry a user's id. */
interface InstallOfUser {
  userId: string;
  id: string;
  /** When its last event with that id happened, in milliseconds since 1970. */
  lastSeen: number;
}

/**
 * The installs of users, at most `most` of each. Each install is one step in an index: a user id that all guests share
 * has millions of events.
 */
export async function findInstallsOfUsers(
  queries: Queries,
  appId: string,
  userIds: readonly string[],
  most: number
): Promise<InstallOfUser[]> {
  if (userIds.length === 0) return [];
  return query<InstallOfUser>(queries)`
    WITH RECURSIVE install AS (
      SELECT given.id AS user_id, 1 AS number,
        (SELECT min(install_id) FROM events WHERE app_id = ${appId} AND events.user_id = given.id) AS id
      FROM json_array_elements_text(${JSON.stringify(userIds)}::json) AS given (id)
      UNION ALL
      SELECT user_id, number + 1, (
        SELECT min(install_id) FROM events
        WHERE app_id = ${appId} AND events.user_id = install.user_id AND install_id > install.id
      ) FROM install WHERE id IS NOT NULL AND number < ${most}
    )
    SELECT user_id AS "userId", id, (
      SELECT extract(epoch from max(occurred_at))::float8 * 1000 FROM events
      WHERE app_id = ${appId} AND events.user_id = install.user_id AND install_id = install.id
    ) AS "lastSeen"
    FROM install WHERE id IS NOT NULL`;
}

export async function isKnownUser(queries: Queries, appId: string, userId: string): Promise<boolean> {
  const found = await query(queries)`SELECT 1 FROM events WHERE app_id = ${appId} AND user_id = ${userId} LIMIT 1`;
  return found.length > 0;
}

/** Something that an install did, or that was done for it. */
export interface Moment {
  /** ISO 8601. */
  at: string;
  what: 'click' | 'install' | 'attempt' | 'open' | 'event';
  /** Of an event; of an install by what it was matched, and of an attempt how it ended. */
  name: string | null;
  /** The link: of an event the one that it belongs to. */
  code: string | null;
  amount: string | null;
  currency: string | null;
}

/** What is known of an install, moment by moment, the newest first. Each part is one step in an index. */
export async function findTimeline(queries: Queries, appId: string, id: string, most: number): Promise<Moment[]> {
  const newest = (columns: string, table: string, time: string, condition = 'true') =>
    sql`(SELECT ${sql.raw(`${time} AS at, ${columns}`)} FROM ${sql.raw(table)}
      WHERE app_id = ${appId} AND ${sql.raw(table === 'installs' ? 'id' : 'install_id')} = ${id} AND ${sql.raw(condition)}
      ORDER BY ${sql.raw(time)} DESC LIMIT ${most})`;
  const none = 'NULL::numeric AS amount, NULL::text AS currency';
  const parts = [
    newest(`'event' AS what, name, code, amount, currency`, 'events', 'occurred_at'),
    newest(`'open' AS what, NULL AS name, code, ${none}`, 'opens', 'opened_at'),
    newest(`'install' AS what, matched_by AS name, code, ${none}`, 'installs', 'matched_at'),
    newest(`'click' AS what, NULL AS name, code, ${none}`, 'installs', 'since', 'click_id IS NOT NULL'),
    newest(
      `'attempt' AS what, outcome AS name, NULL AS code, ${none}`,
      'match_attempts',
      'attempted_at',
      `outcome <> 'matched'`
    ),
  ];
  return query<Moment>(queries)`
    SELECT ${written('at')} AS at, what, name, code, amount::text AS amount, currency
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS each
    ORDER BY each.at DESC, array_position(ARRAY['event', 'open', 'install', 'click', 'attempt'], what) LIMIT ${most}`;
}
