import { EVENT_NAMES, OTHER_EVENTS } from '../../values/eventNames.ts';
import { sums } from './columns.ts';
import { COHORT_DAYS, FIGURES, MAX_AUDIENCES_A_DAY, MAX_EVENT_NAMES_A_DAY, TOUCHES } from './figures.ts';

// Parts of statements, each a string for `bind`, with the parameters :'app' and :'views', the views to make rows of.

/** Columns of a delta besides its app. `n` and `amount` are signed. */
export const DELTA_COLUMNS = 'at, installed_at, origin, brought, audience, figure, currency, name, n, amount';

const LIST = FIGURES.join(', ');
const SUMS = sums(FIGURES);
/** A column for each figure, from rows that have one figure each. */
const PIVOTED = FIGURES.map((name) => `sum(value) FILTER (WHERE figure = '${name}') AS ${name}`).join(', ');
const IS_TOUCH = `figure IN ('${TOUCHES.join("', '")}')`;
const OF_LIBRARY = `event IN ('${EVENT_NAMES.join("', '")}')`;

/** A CTE with the time zones in which the app's days are counted. */
export const ZONES = `
  zones AS MATERIALIZED (
    SELECT array_agg(since ORDER BY since) AS since, array_agg(time_zone ORDER BY since) AS names
    FROM rollup_zones WHERE app_id = :'app'
  )`;

/**
 * CTEs that turn the deltas in `delta` into rows of roll-ups. The job that folds deltas uses them, and so do reports,
 * which add what isn't folded yet. They follow `zones`. `totals` has everything together, by day and by quarter of an
 * hour, with a column for each figure. Its key is 1 for what belongs to a link and 0 for the rest.
 */
export const TOTALS = `
  valued AS MATERIALIZED (
    SELECT date_bin('15 minutes', at, 'epoch') AT TIME ZONE 'UTC' AS quarter,
      day_of((SELECT since FROM zones), (SELECT names FROM zones), at)::timestamp AS day,
      origin, CASE WHEN ${IS_TOUCH} THEN origin ELSE brought END AS brought, audience, figure, name, each.unit, each.value
    FROM delta, LATERAL (VALUES
      ('count', n::numeric), (CASE WHEN amount IS NOT NULL THEN coalesce(currency, '') END, amount)
    ) AS each (unit, value)
    WHERE figure NOT LIKE 'returned%' AND each.unit IS NOT NULL
  ), totals AS (
    SELECT time.grain, time.starts, each.key, each.side, unit, ${SUMS}
    FROM (
      SELECT quarter, day, (origin IS NOT NULL)::int AS linked, (brought IS NOT NULL)::int AS came, unit, ${PIVOTED}
      FROM valued GROUP BY quarter, day, (origin IS NOT NULL)::int, (brought IS NOT NULL)::int, unit OFFSET 0
    ) AS grouped, LATERAL (VALUES
      (CASE WHEN linked = came THEN 'both' ELSE 'last' END, linked), (CASE WHEN linked <> came THEN 'brought' END, came)
    ) AS each (side, key), LATERAL (VALUES ('day', day), ('quarter', quarter)) AS time (grain, starts)
    WHERE side IS NOT NULL
    GROUP BY time.starts, time.grain, each.key, each.side, unit
  )`;

/**
 * CTEs that follow TOTALS, for reports that need more. They are separate because planning them takes longer than
 * reading totals. `days` has rows of the views by day, several for one key, with a column for each figure and the
 * dimensions of the view.
 *
 * Where somebody came from is counted for the last link, and for the link that brought them. What counts in the same
 * row either way has the side `both`. Deltas are added up by what a view needs before its rows are told apart. Keys are
 * looked up one by one: the database can't know how many deltas there are, and a join might read all keys.
 *
 * A day has a bounded number of audiences. Beyond it the country of a new audience becomes `other`, then the system,
 * too, and then the browser; once a day is full, only rows of the last kind are added. Names of events beyond their
 * bound share a row. A combination or a name always counts in the same row, so a minus goes where its plus went.
 */
export const DAYS = `
  told AS MATERIALIZED (
    SELECT day, unit, origin, brought, last.link, last.campaign, last.source, last.medium,
      came.link AS came_link, came.campaign AS came_campaign, came.source AS came_source, came.medium AS came_medium, ${LIST}
    FROM (
      SELECT day, unit, origin, brought, ${PIVOTED} FROM valued GROUP BY origin, brought, day, unit OFFSET 0
    ) AS grouped
    LEFT JOIN LATERAL (SELECT * FROM rollup_keys WHERE app_id = :'app' AND id = origin OFFSET 0) AS last ON true
    LEFT JOIN LATERAL (SELECT * FROM rollup_keys WHERE app_id = :'app' AND id = brought OFFSET 0) AS came ON true
  ), origins AS (
    SELECT 'origin' AS view, coalesce(each.key, hash_array_extended(ARRAY['no link'], 0)) AS key, day, side, unit,
      each.link, each.campaign, each.source, each.medium,
      NULL AS platform, NULL AS system, NULL AS browser, NULL AS country, NULL AS event, ${LIST}
    FROM told, LATERAL (VALUES
      (CASE WHEN origin IS DISTINCT FROM brought THEN 'last' ELSE 'both' END, origin, link, campaign, source, medium),
      (CASE WHEN origin IS DISTINCT FROM brought THEN 'brought' END, brought, came_link, came_campaign, came_source, came_medium)
    ) AS each (side, key, link, campaign, source, medium)
    WHERE side IS NOT NULL AND 'origin' = ANY(:'views'::text[])
  ), campaigns AS (
    SELECT each.view, hash_array_extended(ARRAY[each.view, each.value], 0), day, side, unit,
      NULL, CASE WHEN each.view = 'campaign' THEN each.value END, CASE WHEN each.view = 'source' THEN each.value END,
      CASE WHEN each.view = 'medium' THEN each.value END, NULL, NULL, NULL, NULL, NULL, ${LIST}
    FROM (
      SELECT day, unit, campaign, source, medium, came_campaign, came_source, came_medium, ${SUMS} FROM told
      GROUP BY campaign, source, medium, came_campaign, came_source, came_medium, day, unit OFFSET 0
    ) AS grouped, LATERAL (VALUES
      ('campaign', CASE WHEN campaign IS DISTINCT FROM came_campaign THEN 'last' ELSE 'both' END, campaign),
      ('campaign', CASE WHEN campaign IS DISTINCT FROM came_campaign THEN 'brought' END, came_campaign),
      ('source', CASE WHEN source IS DISTINCT FROM came_source THEN 'last' ELSE 'both' END, source),
      ('source', CASE WHEN source IS DISTINCT FROM came_source THEN 'brought' END, came_source),
      ('medium', CASE WHEN medium IS DISTINCT FROM came_medium THEN 'last' ELSE 'both' END, medium),
      ('medium', CASE WHEN medium IS DISTINCT FROM came_medium THEN 'brought' END, came_medium)
    ) AS each (view, side, value)
    WHERE side IS NOT NULL AND each.view = ANY(:'views'::text[])
      AND ARRAY['campaign', 'source', 'medium'] && :'views'::text[]
  ), people AS (
    SELECT each.view, hash_array_extended(ARRAY[each.view, each.value], 0), day, 'both', unit, NULL, NULL, NULL, NULL,
      CASE WHEN each.view = 'platform' THEN each.value END, CASE WHEN each.view = 'system' THEN each.value END,
      CASE WHEN each.view = 'browser' THEN each.value END, CASE WHEN each.view = 'country' THEN each.value END,
      NULL, ${LIST}
    FROM (SELECT day, unit, audience, ${PIVOTED} FROM valued GROUP BY audience, day, unit OFFSET 0) AS grouped
    LEFT JOIN LATERAL (SELECT * FROM rollup_keys WHERE app_id = :'app' AND id = audience OFFSET 0) AS who ON true,
    LATERAL (VALUES
      ('platform', platform), ('system', system), ('browser', browser), ('country', country)
    ) AS each (view, value)
    WHERE each.view = ANY(:'views'::text[]) AND ARRAY['platform', 'system', 'browser', 'country'] && :'views'::text[]
  ), met AS (
    SELECT day, unit, audience, last.campaign, came.campaign AS came_campaign, ${LIST}
    FROM (
      SELECT day, unit, origin, brought, audience, ${PIVOTED} FROM valued
      WHERE 'audience' = ANY(:'views'::text[]) GROUP BY origin, brought, audience, day, unit OFFSET 0
    ) AS grouped
    LEFT JOIN LATERAL (SELECT * FROM rollup_keys WHERE app_id = :'app' AND id = origin OFFSET 0) AS last ON true
    LEFT JOIN LATERAL (SELECT * FROM rollup_keys WHERE app_id = :'app' AND id = brought OFFSET 0) AS came ON true
  ), checked AS MATERIALIZED (
    SELECT *, (
      SELECT true FROM rollups WHERE app_id = :'app' AND view = each.view AND grain = 'day' AND starts = day
        AND rollups.key = each.key LIMIT 1
    ) IS NOT NULL AS is_known
    FROM (
      SELECT 'audience' AS view, hash_array_extended(ARRAY['audience', each.campaign, platform, system, browser, country], 0) AS key,
        day, side, unit, each.campaign, platform, system, browser, country, NULL AS event, ${SUMS}
      FROM (
        SELECT day, unit, audience, campaign, came_campaign, ${SUMS} FROM met
        GROUP BY audience, campaign, came_campaign, day, unit OFFSET 0
      ) AS grouped
      LEFT JOIN LATERAL (
        SELECT platform, system, browser, country FROM rollup_keys WHERE app_id = :'app' AND id = audience OFFSET 0
      ) AS who ON true,
      LATERAL (VALUES
        (CASE WHEN campaign IS DISTINCT FROM came_campaign THEN 'last' ELSE 'both' END, campaign),
        (CASE WHEN campaign IS DISTINCT FROM came_campaign THEN 'brought' END, came_campaign)
      ) AS each (side, campaign)
      WHERE side IS NOT NULL
      GROUP BY each.campaign, platform, system, browser, country, day, side, unit
      UNION ALL
      SELECT 'event', hash_array_extended(ARRAY['event', name], 0), day, 'both', unit, NULL, NULL, NULL, NULL, NULL, name, ${PIVOTED}
      FROM valued WHERE name IS NOT NULL AND 'event' = ANY(:'views'::text[]) GROUP BY name, day, unit
    ) AS each
  ), filled AS MATERIALIZED (
    SELECT view, day, (
      SELECT count(DISTINCT key) FROM rollups WHERE app_id = :'app' AND view = each.view AND grain = 'day' AND starts = day
    ) AS keys
    FROM (SELECT DISTINCT view, day FROM checked) AS each
  ), stepped AS MATERIALIZED (
    SELECT checked.*, CASE
      WHEN is_known OR ${OF_LIBRARY} THEN 0
      WHEN keys + dense_rank() OVER (PARTITION BY view, day, is_known ORDER BY checked.key) <= CASE WHEN view = 'event' THEN ${MAX_EVENT_NAMES_A_DAY} ELSE ${MAX_AUDIENCES_A_DAY} END THEN 0
      WHEN view = 'event' THEN -1
      WHEN (
        SELECT true FROM rollups WHERE app_id = :'app' AND view = 'audience' AND grain = 'day' AND starts = day
          AND key = hash_array_extended(ARRAY['audience', campaign, platform, system, browser, 'other'], 0) LIMIT 1
      ) IS NOT NULL THEN 1
      WHEN (
        SELECT true FROM rollups WHERE app_id = :'app' AND view = 'audience' AND grain = 'day' AND starts = day
          AND key = hash_array_extended(ARRAY['audience', campaign, platform, 'other', browser, 'other'], 0) LIMIT 1
      ) IS NOT NULL THEN 2
      ELSE 3 END AS step
    FROM checked JOIN filled USING (view, day)
  ), bounded AS (
    SELECT view, CASE WHEN view = 'event' THEN hash_array_extended(ARRAY['event', seen.event], 0)
        ELSE hash_array_extended(ARRAY['audience', campaign, platform, seen.system, seen.browser, seen.country], 0) END,
      day, side, unit, NULL, campaign, NULL, NULL, platform, seen.system, seen.browser, seen.country, seen.event, ${LIST}
    FROM stepped, LATERAL (SELECT
      CASE WHEN step >= 2 THEN 'other' ELSE stepped.system END AS system,
      CASE WHEN step >= 3 THEN 'other' ELSE stepped.browser END AS browser,
      CASE WHEN step >= 1 THEN 'other' ELSE stepped.country END AS country,
      CASE WHEN step = -1 THEN '${OTHER_EVENTS}' ELSE stepped.event END AS event
    ) AS seen
  ), days AS MATERIALIZED (
    SELECT view, key, day AS starts, side, unit, link, campaign, source, medium, platform, system, browser, country, event, ${LIST}
    FROM (TABLE origins UNION ALL TABLE campaigns UNION ALL TABLE people UNION ALL TABLE bounded) AS each
  )`;

/** Figures of cohorts: installs of a day, and how many of them bought or came back by when. */
export const COHORT_FIGURES: readonly string[] = [
  'installs',
  ...COHORT_DAYS.map((days) => `buyers_${days}`),
  ...COHORT_DAYS.map((days) => `revenue_${days}`),
  ...COHORT_DAYS.map((days) => `returned_${days}`),
];

/**
 * The CTE for cohorts: rows of (day, key, unit) with a column for each figure. The key 0 stands for all links. Days are
 * those of the install.
 */
export const COHORT = `
  cohort AS (
    SELECT day_of((SELECT since FROM zones), (SELECT names FROM zones), installed_at) AS day, each.key, each.unit,
      sum(n) FILTER (WHERE figure = 'installs') AS installs,
      sum(n) FILTER (WHERE figure = 'buyers' AND at < installed_at + interval '24 hours') AS buyers_1,
      sum(n) FILTER (WHERE figure = 'buyers' AND at < installed_at + interval '168 hours') AS buyers_7,
      sum(n) FILTER (WHERE figure = 'buyers' AND at < installed_at + interval '720 hours') AS buyers_30,
      sum(amount) FILTER (WHERE unit <> 'count' AND at < installed_at + interval '24 hours') AS revenue_1,
      sum(amount) FILTER (WHERE unit <> 'count' AND at < installed_at + interval '168 hours') AS revenue_7,
      sum(amount) FILTER (WHERE unit <> 'count' AND at < installed_at + interval '720 hours') AS revenue_30,
      sum(n) FILTER (WHERE figure = 'returned_1') AS returned_1,
      sum(n) FILTER (WHERE figure = 'returned_7') AS returned_7,
      sum(n) FILTER (WHERE figure = 'returned_30') AS returned_30
    FROM delta, LATERAL (
      SELECT key, CASE WHEN figure IN ('purchase', 'refund') AND amount IS NOT NULL THEN coalesce(currency, '') ELSE 'count' END AS unit
      FROM unnest(ARRAY[0, coalesce(brought, origin)]) AS key
    ) AS each
    WHERE installed_at IS NOT NULL AND (figure IN ('installs', 'buyers', 'purchase', 'refund') OR figure LIKE 'returned%')
    GROUP BY 1, 2, 3
  )`;
