import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from './Database.ts';

/** An install of an app. */
export interface InstallKey {
  appId: string;
  installId: string;
}

/**
 * Locks installs until the end of the transaction. Whoever stores events of an install waits for whoever stores a link
 * that it opened or was matched to, and the other way round. Without that, two statements that run at the same time
 * don't see what the other one writes, and the event would never get its link. The lock must be a separate statement,
 * because what a statement sees is settled before it waits. Locks are taken in one order, so that two transactions
 * don't deadlock.
 */
export async function lockInstalls(
  transaction: Queries,
  purpose: 'to add events' | 'to add links of installs',
  installs: readonly InstallKey[]
): Promise<void> {
  const names = [...new Set(installs.map(({ appId, installId }) => `${appId} ${installId}`))];
  const lock = sql.raw(purpose === 'to add events' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await transaction.execute(sql`
    SELECT count(${lock}(key)) FROM (
      SELECT DISTINCT hashtextextended(name, 0) AS key
      FROM json_array_elements_text(${JSON.stringify(names)}::json) AS given (name) ORDER BY key
    ) AS keys`);
}

/**
 * The links that an install opened or was matched to. They count from `at` on, and their days begin at `until_from`. A
 * match counts from its click on, because the click came before everything that the install did. Its days begin with
 * the match, because a click may be older than the days allow.
 */
const storedTouches = sql`
  SELECT app_id, install_id, code, opened_at AS at, opened_at AS until_from FROM opens
  UNION ALL
  SELECT app_id, id, code, coalesce(since, matched_at), matched_at FROM installs`;

/**
 * The link that an event is attributed to: the last one that its install opened or was matched to before it, and whose
 * days aren't over. It is a subquery with the one column `code`. It needs an `event` with app_id, device_id and
 * occurred_at, and its `app`. `more` are touches that the same statement writes, and therefore doesn't see.
 */
export function attributedLink(more?: SQL): SQL {
  return sql`
    SELECT touch.code FROM (${storedTouches} ${more ? sql`UNION ALL ${more}` : sql``}) AS touch
    WHERE touch.app_id = event.app_id AND touch.install_id = event.device_id AND touch.at <= event.occurred_at
      AND touch.until_from > event.occurred_at - make_interval(hours => 24 * app.attribution_days)
    ORDER BY touch.at DESC, touch.code DESC LIMIT 1`;
}

/** Whether a `device` with app_id and device_id has opened a link or was matched to one: most have not. */
export const hasTouches = sql`
  EXISTS (SELECT 1 FROM opens WHERE opens.app_id = device.app_id AND opens.install_id = device.device_id)
  OR EXISTS (SELECT 1 FROM installs WHERE installs.app_id = device.app_id AND installs.id = device.device_id)`;

/**
 * A statement that attributes events anew if they came before their link. It goes behind a `WITH touched` of the links
 * that are being stored, with the columns app_id, install_id, code, at and until_from.
 */
export const attributeAnew = sql`
  UPDATE events SET code = found.code
  FROM (
    SELECT event.app_id, event.id, link.code
    FROM (SELECT app_id, install_id, min(at) AS since FROM touched GROUP BY app_id, install_id) AS install
    JOIN events AS event ON event.app_id = install.app_id AND event.device_id = install.install_id
      AND event.occurred_at >= install.since
    JOIN apps AS app ON app.id = event.app_id
    CROSS JOIN LATERAL (${attributedLink(sql`SELECT app_id, install_id, code, at, until_from FROM touched`)}) AS link
  ) AS found
  WHERE events.app_id = found.app_id AND events.id = found.id AND events.code IS DISTINCT FROM found.code`;
