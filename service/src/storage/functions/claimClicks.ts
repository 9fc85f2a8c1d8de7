import { matchAttemptsTable } from '../recordTables.ts';
import { countInstalls } from '../rollups/countFacts.ts';
import { ARRIVAL } from './arrival.ts';
import { columnsOf } from './columnsOf.ts';
import { joinNetworkKey, NETWORK_KEYS, readNetworkKeys } from './conceal.ts';
import { lockInstalls } from './lockInstalls.ts';
import { storedRows, storeRows } from './storeRows.ts';
import { tell } from './tellWebhooks.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const CLAIM = `position int, click_id text, install_id text, matched_by text, confidence float8,
  not_before timestamptz, now timestamptz, notes json`;

const CLAIMS = `json_to_recordset(given) AS given (${CLAIM})`;

const CLAIMABLE = `json_to_recordset(claimable) AS claim (
  ${CLAIM}, code text, route text, query text, campaign text, source text, medium text, audience bigint, created_at timestamptz, destination text, data text
)`;

/** Those whose install has no other answer. */
const TAKEN = `${CLAIMABLE} WHERE (install_id IS NULL OR click_id = ANY(installed))`;

const ATTEMPT = columnsOf(matchAttemptsTable, {
  app_id: 'of_app',
  attempted_at: 'claim.now',
  install_id: 'claim.install_id',
  outcome: `'matched'`,
  matched_by: 'claim.matched_by',
  delay_ms: 'extract(epoch from claim.now - claim.created_at)::float8 * 1000',
  network: 'conceal(network.key, given.network)',
  wide_network: 'conceal(network.key, given.wide_network)',
});

/**
 * Claims clicks of an app for installs; no two claims may be for the same click or the same install. It also stores the
 * answers and the attempts. Clicks are locked in the order of their ids, and answers are written in the order of theirs,
 * so calls of several instances wait for each other and don't deadlock. However many installs ask for a click, exactly one
 * gets it. An install that has an answer already leaves the click alone.
 *
 * A click that is claimed is only a rival from then on, for which the hashes of its network and look are enough. Its
 * query is part of the answer, and only its campaign stays with the click.
 */
export const claimClicks: SqlFunction = {
  name: 'claim_clicks',
  definition: `(of_app text, given json)
    RETURNS TABLE ("position" int, destination text, data text, query text, "isClaimed" boolean)
    ${PLPGSQL} AS $$
    #variable_conflict use_column
    DECLARE
      ${ARRIVAL};
      earliest timestamptz := (SELECT min(not_before) FROM ${CLAIMS});
      claimable json;
      claim record;
      attempt record;
      installed text[];
      ids text[];
      ${NETWORK_KEYS};
      ${storedRows('installs')};
    BEGIN
      ${lockInstalls('to add links', CLAIMS)};
      claimable := (
        SELECT json_agg(locked) FROM (
          SELECT given.*, clicks.code, clicks.route, clicks.query, clicks.created_at,
            clicks.campaign, clicks.source, clicks.medium, clicks.audience,
            coalesce(links.destination, clicks.route) AS destination, links.data
          FROM ${CLAIMS}
          JOIN clicks ON clicks.app_id = of_app AND clicks.id = given.click_id
          LEFT JOIN links ON links.app_id = of_app AND links.code = clicks.code AND links.disabled_at IS NULL
          WHERE clicks.claimed_at IS NULL AND clicks.created_at > given.not_before AND clicks.created_at > earliest
            AND coalesce(links.code, clicks.route) IS NOT NULL
          ORDER BY clicks.id FOR UPDATE OF clicks
        ) AS locked
      );
      IF claimable IS NULL THEN RETURN; END IF;
      FOR claim IN SELECT * FROM ${CLAIMABLE} WHERE install_id IS NOT NULL ORDER BY install_id LOOP
        ${storeRows(`
          INSERT INTO installs (app_id, id, code, route, query, campaign, source, medium, click_id, matched_by, confidence,
            matched_at, since, audience, arrived, position)
          VALUES (of_app, claim.install_id, claim.code, claim.route, claim.query, claim.campaign, claim.source, claim.medium,
            claim.click_id, claim.matched_by, claim.confidence, claim.now, claim.created_at, claim.audience, arrival,
            claim.position)
          ON CONFLICT DO NOTHING`)};
      END LOOP;
      installed := ARRAY(SELECT click_id FROM unnest(stored));
      RETURN QUERY SELECT position, destination, data, query, install_id IS NULL OR click_id = ANY(installed)
        FROM ${CLAIMABLE};
      UPDATE clicks SET claimed_at = claim.now, claimed_by = claim.matched_by, address = NULL, user_agent = NULL,
        model = NULL, system_version = NULL, screen_width = NULL, screen_height = NULL, scale = NULL, timezone = NULL,
        query = (
          SELECT string_agg(part, '&' ORDER BY place)
          FROM regexp_split_to_table(clicks.query, '&') WITH ORDINALITY AS parts (part, place)
          WHERE part LIKE 'utm\\_%'
        )
      FROM ${TAKEN} AND clicks.app_id = of_app AND clicks.id = claim.click_id AND clicks.created_at = claim.created_at
        AND clicks.created_at > earliest;
      ${readNetworkKeys};
      FOR attempt IN
        SELECT ${ATTEMPT.named}
        FROM ${CLAIMABLE} CROSS JOIN LATERAL json_populate_record(NULL::match_attempts, claim.notes) AS given
        ${joinNetworkKey('claim.now')}
        WHERE claim.install_id IS NULL OR claim.click_id = ANY(installed)
      LOOP
        INSERT INTO match_attempts (${ATTEMPT.names}) VALUES (${ATTEMPT.ofRow('attempt')});
      END LOOP;
      ${countInstalls};
      ${tell(
        'install.matched',
        `SELECT now AS at, install_id, NULL AS user_id, NULL AS name, json_build_object(
            'installId', install_id, 'code', code, 'route', route, 'query', query, 'campaign', campaign,
            'source', source, 'medium', medium, 'matchedBy', matched_by, 'confidence', confidence,
            'clickedAt', created_at
          )::text AS data FROM ${TAKEN}`
      )};
      PERFORM attribute_events(of_app, array_agg(install_id), array_agg(created_at))
        FROM ${CLAIMABLE} WHERE click_id = ANY(installed) HAVING count(*) > 0;
    END $$`,
};
