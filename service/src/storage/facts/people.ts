import { sql } from 'drizzle-orm';
import type { Campaign } from '../../values/campaign.ts';
import type { Queries } from '../base/Database.ts';
import { CLOCKS_DIFFER_BY } from './installs.ts';
import { query } from '../base/query.ts';
import type { MatchedBy } from '../schema/tables.ts';

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
  /** The query of the click. */
  query: string | null;
  firstEvent: SeenEvent | null;
  lastEvent: SeenEvent | null;
}

/** What is known about these installs, in their order. Unknown installs are left out. */
export async function findInstallStories(
  queries: Queries,
  appId: string,
  ids: readonly string[]
): Promise<InstallStory[]> {
  const event = sql`json_build_object('name', name, 'occurredAt', iso_time(occurred_at)) AS seen
    FROM events WHERE app_id = ${appId} AND install_id = given.id`;
  return query<InstallStory>(queries)`
    SELECT given.id, installs.campaign, installs.source, installs.medium, installs.query, first.seen AS "firstEvent", last.seen AS "lastEvent",
      CASE WHEN installs.id IS NOT NULL THEN json_build_object('code', installs.code,
        'destination', coalesce(links.destination, installs.route), 'data', links.data, 'createdBy', nullif(links.created_by, '')) END AS link,
      CASE WHEN installs.id IS NOT NULL THEN json_build_object('by', installs.matched_by,
        'confidence', installs.confidence, 'at', iso_time(installs.matched_at),
        'clickedAt', CASE WHEN installs.click_id IS NOT NULL THEN iso_time(installs.since) END) END AS match
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
 * The installs of users, at most `most` of each. Each install is one step in an index, because a user id that all
 * guests share may have millions of events.
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
  /** An event's name, what an install was matched by, or how an attempt ended. */
  name: string | null;
  /** The link's code; for an event, of the link that it belongs to. */
  code: string | null;
  amount: string | null;
  currency: string | null;
}

/** What is known about an install, moment by moment, the newest first. Each part is one step in an index. */
export async function findTimeline(queries: Queries, appId: string, id: string, most: number): Promise<Moment[]> {
  return query<Moment>(queries)`
    SELECT iso_time(at) AS at, what, name, code, amount::text AS amount, currency FROM (
      (
        SELECT 'event' AS what, occurred_at AS at, name, code, amount, currency FROM events
        WHERE app_id = ${appId} AND install_id = ${id} ORDER BY occurred_at DESC LIMIT ${most}
      )
      UNION ALL
      (
        SELECT 'open', opened_at, NULL, code, NULL, NULL FROM opens
        WHERE app_id = ${appId} AND install_id = ${id} ORDER BY opened_at DESC LIMIT ${most}
      )
      UNION ALL
      SELECT 'install', matched_at, matched_by, code, NULL, NULL FROM installs WHERE app_id = ${appId} AND id = ${id}
      UNION ALL
      SELECT 'click', since, NULL, code, NULL, NULL FROM installs
      WHERE app_id = ${appId} AND id = ${id} AND click_id IS NOT NULL
      UNION ALL
      (
        SELECT 'attempt', attempted_at, outcome, NULL, NULL, NULL FROM match_attempts
        WHERE app_id = ${appId} AND install_id = ${id} AND outcome <> 'matched' ORDER BY attempted_at DESC LIMIT ${most}
      )
    ) AS each
    ORDER BY each.at DESC, array_position(ARRAY['event', 'open', 'install', 'click', 'attempt'], what) LIMIT ${most}`;
}
