import { lockInstalls } from './lockInstalls.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const CLAIMS = `json_to_recordset(given) AS given (
  position int, app_id text, click_id text, install_id text, matched_by text, confidence float8,
  not_before timestamptz, now timestamptz, notes json
)`;

/**
 * Claims clicks for installs; no two claims may be for the same click or the same install. It also stores the answers
 * and the attempts. Clicks are locked in the order of their ids, and answers are written in the order of theirs, so
 * calls of several instances wait for each other and don't deadlock. However many installs ask for a click, exactly one
 * gets it. An install that has an answer already leaves the click alone.
 *
 * A click that is claimed is only a rival from then on, for which the hashes of its network and look are enough. Its
 * query is part of the answer, and only its campaign stays with the click.
 *
 * The update joins what it needs: PostgreSQL joins a row again if it was changed since the statement began, but fails
 * if a condition has to look into what the statement writes.
 */
export const claimClicks: SqlFunction = {
  name: 'claim_clicks',
  number: 5,
  definition: `(given json)
    RETURNS TABLE ("position" int, destination text, data text, query text, "isClaimed" boolean)
    ${PLPGSQL} AS $$
    #variable_conflict use_column
    BEGIN
      ${lockInstalls('to add links', CLAIMS)};
      RETURN QUERY
        WITH claimable AS MATERIALIZED (
          SELECT given.*, clicks.code, clicks.route, clicks.query, clicks.created_at,
            clicks.campaign, clicks.source, clicks.medium,
            coalesce(links.destination, clicks.route) AS destination, links.data
          FROM ${CLAIMS}
          JOIN clicks ON clicks.id = given.click_id AND clicks.app_id = given.app_id
          LEFT JOIN links ON links.app_id = clicks.app_id AND links.code = clicks.code AND links.disabled_at IS NULL
          WHERE clicks.claimed_at IS NULL AND clicks.created_at > given.not_before
            AND coalesce(links.code, clicks.route) IS NOT NULL
          ORDER BY clicks.id FOR UPDATE OF clicks
        ), installed AS (
          INSERT INTO installs (app_id, id, code, route, query, campaign, source, medium, click_id, matched_by, confidence,
            matched_at, since)
          SELECT app_id, install_id, code, route, query, campaign, source, medium, click_id, matched_by, confidence,
            now, created_at
          FROM claimable WHERE install_id IS NOT NULL ORDER BY app_id, install_id
          ON CONFLICT DO NOTHING
          RETURNING click_id
        ), taken AS MATERIALIZED (
          SELECT claimable.* FROM claimable
          WHERE install_id IS NULL OR click_id IN (SELECT click_id FROM installed)
        ), claimed AS (
          UPDATE clicks SET claimed_at = taken.now, claimed_by = taken.matched_by, address = NULL, user_agent = NULL,
            model = NULL, system_version = NULL, screen_width = NULL, screen_height = NULL, scale = NULL, timezone = NULL,
            query = (
              SELECT string_agg(part, '&' ORDER BY place)
              FROM regexp_split_to_table(clicks.query, '&') WITH ORDINALITY AS parts (part, place)
              WHERE part LIKE 'utm\\_%'
            ),
            -- A click of an earlier version has its network as it is.
            network = CASE WHEN look IS NULL THEN NULL ELSE network END
          FROM taken WHERE clicks.id = taken.click_id
          RETURNING clicks.id
        ), attempted AS (
          INSERT INTO match_attempts (app_id, attempted_at, install_id, outcome, matched_by, delay_ms,
            network, wide_network, platform, confidence, linked, comparison, guess_confidence, guess_is_right)
          SELECT taken.app_id, now, taken.install_id, 'matched', taken.matched_by,
            extract(epoch from now - created_at)::float8 * 1000,
            notes.network, notes.wide_network, notes.platform, notes.confidence, notes.linked, notes.comparison,
            notes.guess_confidence, notes.guess_is_right
          FROM taken, json_populate_record(NULL::match_attempts, taken.notes) AS notes
        )
        SELECT position, destination, data, query, click_id IN (SELECT id FROM claimed) FROM claimable;
      PERFORM attribute_events(array_agg(installs.app_id), array_agg(installs.id), array_agg(installs.since))
        FROM ${CLAIMS} JOIN installs ON installs.app_id = given.app_id AND installs.id = given.install_id
          AND installs.click_id = given.click_id;
    END $$`,
};
