import type { Migration } from './Migration.ts';

/**
 * Locks the installs of `rows` until the end of the transaction. Whoever stores events of an install waits for whoever
 * stores a link that it opened or was matched to, and the other way round. Without that, two statements that run at the
 * same time don't see what the other one writes, and the event would never get its link. The lock must be a separate
 * statement, because what a statement sees is settled before it waits. Locks are taken in one order, so that two
 * transactions don't deadlock. `lockInstall` in `storage/installs.ts` takes the same lock.
 */
function lockInstalls(purpose: 'to add events' | 'to add links', rows: string): string {
  const lock = purpose === 'to add events' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  return `PERFORM ${lock}(key) FROM (
    SELECT DISTINCT hashtextextended(app_id || ' ' || install_id, 0) AS key
    FROM ${rows} WHERE install_id IS NOT NULL ORDER BY key
  ) AS keys`;
}

/**
 * The link that an `event` of an `app` is attributed to: the last one that its install opened or was matched to before
 * it, and whose days aren't over. Touches count from `at` on, and their days begin at `until_from`. A match counts from
 * its click on, because the click came before everything that the install did. Its days begin with the match, because a
 * click may be older than the days allow.
 */
export const attributedLink = `
  SELECT touch.code FROM (
    SELECT app_id, install_id, code, opened_at AS at, opened_at AS until_from FROM opens
    UNION ALL
    SELECT app_id, id, code, coalesce(since, matched_at), matched_at FROM installs
  ) AS touch
  WHERE touch.app_id = event.app_id AND touch.install_id = event.device_id AND touch.at <= event.occurred_at
    AND touch.until_from > event.occurred_at - make_interval(hours => 24 * app.attribution_days)
  ORDER BY touch.at DESC, touch.code DESC LIMIT 1`;

/** A plan that was made for an empty table would be kept, and would be bad once the table has thousands of rows. */
export const FUNCTION = 'LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan';

const OPENS = 'json_populate_recordset(NULL::opens, given)';

const CLAIMS = `json_to_recordset(given) AS given (
  position int, app_id text, click_id text, install_id text, matched_by text, confidence float8,
  not_before timestamptz, now timestamptz, notes json
)`;

const SENDERS = `json_to_recordset(senders) AS given (
  batch int, app_id text, install_id text, platform text, received_at timestamptz
)`;

/**
 * What phones send is stored by functions in the database: a call is a whole transaction in one round trip, and plans no
 * more than it needs.
 */
export const writers: Migration = {
  name: '0020-writers',
  statements: [
    // Attributes events anew if they came before their link: those of the given installs, each from its time on. Most
    // installs have none, and to look for one is quicker than to plan the update.
    `CREATE FUNCTION attribute_anew(app_ids text[], install_ids text[], times timestamptz[]) RETURNS void
    ${FUNCTION} AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT FROM unnest(app_ids, install_ids, times) AS given (app_id, install_id, since)
        JOIN events ON events.app_id = given.app_id AND device_id = install_id AND occurred_at >= since
      ) THEN RETURN; END IF;
      UPDATE events SET code = found.code
      FROM (
        SELECT event.app_id, event.id, link.code
        FROM (
          SELECT app_id, install_id, min(since) AS since
          FROM unnest(app_ids, install_ids, times) AS given (app_id, install_id, since) GROUP BY app_id, install_id
        ) AS install
        JOIN events AS event ON event.app_id = install.app_id AND event.device_id = install.install_id
          AND event.occurred_at >= install.since
        JOIN apps AS app ON app.id = event.app_id
        CROSS JOIN LATERAL (${attributedLink}) AS link
      ) AS found
      WHERE events.app_id = found.app_id AND events.id = found.id AND events.code IS DISTINCT FROM found.code;
    END $$`,

    // Stores links that installed apps opened: an array of opens.
    `CREATE FUNCTION add_opens(given json) RETURNS void ${FUNCTION} AS $$
    BEGIN
      ${lockInstalls('to add links', OPENS)};
      INSERT INTO opens SELECT * FROM ${OPENS} ORDER BY app_id, install_id, opened_at, code ON CONFLICT DO NOTHING;
      PERFORM attribute_anew(array_agg(app_id), array_agg(install_id), array_agg(opened_at)) FROM ${OPENS};
    END $$`,

    // Stores an answer without a click; gives false if the install has an answer already.
    `CREATE FUNCTION add_install(given json) RETURNS boolean ${FUNCTION} AS $$
    DECLARE install installs := json_populate_record(NULL::installs, given);
    BEGIN
      ${lockInstalls('to add links', '(SELECT install.app_id, install.id AS install_id) AS given')};
      INSERT INTO installs SELECT install.* ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN RETURN false; END IF;
      PERFORM attribute_anew(ARRAY[install.app_id], ARRAY[install.id], ARRAY[install.since]);
      RETURN true;
    END $$`,

    // Claims clicks for installs; no two claims may be for the same click or the same install. It also stores the
    // answers and the attempts. Clicks are locked in the order of their ids, and answers are written in the order of
    // theirs, so that calls of several instances wait for each other and don't deadlock. However many installs ask for a
    // click, exactly one gets it. An install that has an answer already leaves the click alone.
    //
    // The update joins what it needs: PostgreSQL joins a row anew if it was changed since the statement began, but fails
    // if a condition has to look into what the statement writes.
    `CREATE FUNCTION claim_clicks(given json)
    RETURNS TABLE ("position" int, destination text, data text, query text, "isClaimed" boolean)
    ${FUNCTION} AS $$
    #variable_conflict use_column
    BEGIN
      ${lockInstalls('to add links', CLAIMS)};
      RETURN QUERY
        WITH claimable AS MATERIALIZED (
          SELECT given.*, clicks.code, clicks.query, clicks.created_at, links.destination, links.data
          FROM ${CLAIMS}
          JOIN clicks ON clicks.id = given.click_id AND clicks.app_id = given.app_id
          JOIN links ON links.app_id = clicks.app_id AND links.code = clicks.code
          WHERE clicks.claimed_at IS NULL AND clicks.created_at > given.not_before AND links.disabled_at IS NULL
          ORDER BY clicks.id FOR UPDATE OF clicks
        ), installed AS (
          INSERT INTO installs (app_id, id, code, query, click_id, matched_by, confidence, matched_at, since)
          SELECT app_id, install_id, code, query, click_id, matched_by, confidence, now, created_at
          FROM claimable WHERE install_id IS NOT NULL ORDER BY app_id, install_id
          ON CONFLICT DO NOTHING
          RETURNING click_id
        ), taken AS MATERIALIZED (
          SELECT claimable.* FROM claimable
          WHERE install_id IS NULL OR click_id IN (SELECT click_id FROM installed)
        ), claimed AS (
          UPDATE clicks SET claimed_at = taken.now, claimed_by = taken.matched_by
          FROM taken WHERE clicks.id = taken.click_id
          RETURNING clicks.id
        ), attempted AS (
          INSERT INTO match_attempts (app_id, attempted_at, install_id, outcome, matched_by, delay_ms,
            network, platform, confidence, linked, comparison, guess_confidence, guess_is_right)
          SELECT taken.app_id, now, taken.install_id, 'matched', taken.matched_by,
            extract(epoch from now - created_at)::float8 * 1000,
            notes.network, notes.platform, notes.confidence, notes.linked, notes.comparison,
            notes.guess_confidence, notes.guess_is_right
          FROM taken, json_populate_record(NULL::match_attempts, taken.notes) AS notes
        )
        SELECT position, destination, data, query, click_id IN (SELECT id FROM claimed) FROM claimable;
      PERFORM attribute_anew(array_agg(installs.app_id), array_agg(installs.id), array_agg(installs.since))
        FROM ${CLAIMS} JOIN installs ON installs.app_id = given.app_id AND installs.id = given.install_id
          AND installs.click_id = given.click_id;
    END $$`,

    // Stores batches of events, all or nothing, each event with its link. It keeps the order given, drops ids that the
    // app has sent before, and gives the batches that had such ids. The sequence follows the order given, but rows are
    // inserted in the order of ids, so that two calls with the same ids don't deadlock. Most installs have opened no
    // link and were matched to none; then none is looked for. The times of events are milliseconds since 1970.
    `CREATE FUNCTION add_events(senders json, given json) RETURNS TABLE (batch int, repeated int)
    ${FUNCTION} AS $$
    #variable_conflict use_column
    BEGIN
      ${lockInstalls('to add events', SENDERS)};
      RETURN QUERY
        WITH sender AS MATERIALIZED (
          SELECT batch, app_id, install_id AS device_id, platform, received_at, coalesce(
            (SELECT true FROM opens WHERE opens.app_id = given.app_id AND opens.install_id = given.install_id LIMIT 1),
            (SELECT true FROM installs WHERE installs.app_id = given.app_id AND installs.id = given.install_id),
            false
          ) AS has_touches
          FROM ${SENDERS}
        ), numbered AS MATERIALIZED (
          SELECT nextval('events_sequence_seq') AS sequence, given.* FROM json_to_recordset(given) AS given (
            batch int, id text, name text, data text, logged_at float8, occurred_at float8,
            user_id text, amount numeric, currency text
          )
        ), event AS (
          SELECT sequence, app_id, id, device_id, platform, name, data, received_at, user_id, amount, currency,
            to_timestamp(logged_at / 1000) AS logged_at, to_timestamp(occurred_at / 1000) AS occurred_at, has_touches
          FROM numbered JOIN sender USING (batch)
        ), added AS (
          INSERT INTO events (sequence, app_id, id, device_id, platform, name, data, logged_at, received_at, occurred_at,
            user_id, amount, currency, code)
          SELECT sequence, app_id, event.id, device_id, platform, event.name, data, logged_at, received_at, occurred_at,
            user_id, amount, currency, CASE WHEN has_touches THEN (${attributedLink}) END
          FROM event LEFT JOIN apps AS app ON app.id = event.app_id
          ORDER BY app_id, event.id, sequence
          ON CONFLICT DO NOTHING
          RETURNING sequence
        )
        SELECT batch, count(*)::int FROM numbered
        WHERE sequence NOT IN (SELECT sequence FROM added) GROUP BY batch;
    END $$`,
  ],
};
