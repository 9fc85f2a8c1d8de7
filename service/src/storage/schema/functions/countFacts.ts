// Counts stored rows of an app: each row once (sign 1). A row that is deleted, moved or replaced is taken back where it
// was counted (sign -1). Rows that count alike are added up. Clicks, and events that no cohort needs, count by quarters
// of an hour.

export const countClicks = String.raw`
CREATE OR REPLACE FUNCTION count_clicks(of_app text, sign int, counted clicks[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deltas (app_id, at, origin, audience, figure, n)
    SELECT of_app, date_bin('15 minutes', click.created_at, 'epoch'),
      origin_key(click.code, click.campaign, click.source, click.medium), click.audience, each.figure, sum(sign)
    FROM unnest(counted) AS click CROSS JOIN LATERAL (VALUES
      ('clicks', true), ('visitors', click.visitor & 1 > 0), ('link_visitors', click.visitor & 2 > 0),
      ('store_taps', click.store_tapped_at IS NOT NULL)
    ) AS each (figure, counts)
    WHERE each.counts GROUP BY 2, 3, 4, 5;
END $$`;

export const countOpens = String.raw`
CREATE OR REPLACE FUNCTION count_opens(of_app text, sign int, counted opens[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deltas (app_id, at, origin, audience, figure, n)
    SELECT of_app, open.opened_at, origin_key(open.code, open.campaign, open.source, open.medium), open.audience, 'opens', sum(sign)
    FROM unnest(counted) AS open GROUP BY 2, 3, 4;
END $$`;

export const countInstalls = String.raw`
CREATE OR REPLACE FUNCTION count_installs(of_app text, sign int, counted installs[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deltas (app_id, at, installed_at, origin, brought, audience, figure, n)
    SELECT of_app, install.matched_at, install.matched_at, each.origin, each.origin, install.audience, each.figure, sum(sign)
    FROM unnest(counted) AS install CROSS JOIN LATERAL (
      SELECT origin_key(install.code, install.campaign, install.source, install.medium) AS origin, figure
      FROM (VALUES
        ('installs', 1), ('returned_1', coalesce(install.returned, 0) & 1), ('returned_7', coalesce(install.returned, 0) & 2),
        ('returned_30', coalesce(install.returned, 0) & 4)
      ) AS figures (figure, counts) WHERE counts > 0
    ) AS each
    GROUP BY 2, 3, 4, 5, 6, 7;
END $$`;

/** Counts installs without a link, and those whose match is unsure. */
export const countAttempts = String.raw`
CREATE OR REPLACE FUNCTION count_attempts(of_app text, sign int, counted match_attempts[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deltas (app_id, at, audience, figure, n)
    SELECT of_app, attempt.attempted_at, platform_key(attempt.platform), attempt.counted_as, sum(sign)
    FROM unnest(counted) AS attempt WHERE attempt.counted_as IS NOT NULL GROUP BY 2, 3, 4;
END $$`;

/**
 * Cohorts need only money, and how long after the install it came. Other events of a quarter of an hour count together.
 * So do names that the library doesn't know, but each name also counts on its own.
 */
export const countEvents = String.raw`
CREATE OR REPLACE FUNCTION count_events(of_app text, sign int, counted events[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deltas (app_id, at, installed_at, origin, brought, audience, figure, currency, name, n, amount)
    SELECT of_app, each.at, each.installed_at, event.origin, event.brought, event.audience, each.figure, event.currency,
      coalesce(event.counted_as, event.name), sum(sign * each.counts),
      sum(sign * CASE WHEN event.name = 'refund' THEN -abs(event.amount) ELSE event.amount END)
    FROM unnest(counted) AS event CROSS JOIN LATERAL (
      SELECT figure, counts,
        CASE WHEN is_money THEN event.occurred_at ELSE date_bin('15 minutes', event.occurred_at, 'epoch') END AS at,
        CASE WHEN is_money THEN event.installed_at END AS installed_at
      FROM (VALUES
        (CASE WHEN event.name IN (
          'login', 'search', 'share', 'sign_up', 'tutorial_begin', 'tutorial_complete', 're_engage', 'invite',
          'opened_from_push_notification', 'add_payment_info', 'add_shipping_info', 'add_to_cart', 'remove_from_cart',
          'refund', 'view_item', 'begin_checkout', 'purchase', 'ad_impression'
        ) THEN event.name ELSE 'other' END, 1),
        (CASE WHEN event.platform = 'server' AND event.name IN ('purchase', 'refund') THEN 'confirmed' END,
          (event.name = 'purchase')::int)
      ) AS figures (figure, counts)
      CROSS JOIN (SELECT event.name IN ('purchase', 'refund') AND event.installed_at IS NOT NULL AS is_money) AS money
      WHERE figure IS NOT NULL
    ) AS each
    GROUP BY 2, 3, 4, 5, 6, 7, 8, 9;
END $$`;

/** Counts buyers at their first purchase, and again at their install: of a day's installs, who has bought since. */
export const countBuyers = String.raw`
CREATE OR REPLACE FUNCTION count_buyers(of_app text, sign int, counted buyers[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deltas (app_id, at, installed_at, origin, brought, audience, figure, n)
    SELECT of_app, each.at, each.installed_at, each.origin, each.brought, buyer.audience, each.figure, sum(sign)
    FROM unnest(counted) AS buyer CROSS JOIN LATERAL (VALUES
      ('buyers', buyer.at, buyer.installed_at, buyer.origin, buyer.brought),
      ('bought', buyer.installed_at, NULL, buyer.brought, NULL)
    ) AS each (figure, at, installed_at, origin, brought)
    WHERE each.at IS NOT NULL GROUP BY 2, 3, 4, 5, 6, 7;
END $$`;

/** Counts new installs. What their attempts counted before is taken back. */
export const countNewInstalls = String.raw`
CREATE OR REPLACE FUNCTION count_new_installs(of_app text, stored installs[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ids text[] := ARRAY(SELECT id FROM unnest(stored));
  former match_attempts[];
BEGIN
  PERFORM count_installs(of_app, 1, stored);
  former := ARRAY(
    SELECT ROW(match_attempts.*)::match_attempts FROM match_attempts
    WHERE app_id = of_app AND install_id = ANY(ids) AND counted_as IS NOT NULL
  );
  IF cardinality(former) = 0 THEN RETURN; END IF;
  PERFORM count_attempts(of_app, -1, former);
  UPDATE match_attempts SET counted_as = NULL WHERE app_id = of_app AND install_id = ANY(ids) AND counted_as IS NOT NULL;
END $$`;

/** Counts installs that came back: they did something at these times, 1, 7 or 30 days after their install's day. */
export const countReturns = String.raw`
CREATE OR REPLACE FUNCTION count_returns(of_app text, install_ids text[], times timestamptz[]) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  zones_since timestamptz[] := ARRAY(SELECT since FROM rollup_zones WHERE app_id = of_app ORDER BY since);
  zones text[] := ARRAY(SELECT time_zone FROM rollup_zones WHERE app_id = of_app ORDER BY since);
  days int;
  bit int;
  came text[];
BEGIN
  IF NOT EXISTS (
    SELECT FROM unnest(install_ids, times) AS given (install_id, at)
    JOIN installs ON installs.app_id = of_app AND installs.id = given.install_id
    WHERE day_of(zones_since, zones, given.at) - day_of(zones_since, zones, installs.matched_at) IN (1, 7, 30)
  ) THEN RETURN; END IF;
  PERFORM FROM installs WHERE app_id = of_app AND id = ANY(install_ids) ORDER BY id FOR UPDATE;
  FOR days, bit IN VALUES (1, 1), (7, 2), (30, 4) LOOP
    came := ARRAY(
      SELECT DISTINCT installs.id FROM unnest(install_ids, times) AS given (install_id, at)
      JOIN installs ON installs.app_id = of_app AND installs.id = given.install_id
      WHERE day_of(zones_since, zones, given.at) - day_of(zones_since, zones, installs.matched_at) = days
        AND coalesce(installs.returned, 0) & bit = 0
    );
    UPDATE installs SET returned = coalesce(returned, 0) | bit WHERE app_id = of_app AND id = ANY(came);
    INSERT INTO deltas (app_id, at, installed_at, origin, brought, audience, figure, n)
      SELECT app_id, matched_at, matched_at, origin_key(code, campaign, source, medium),
        origin_key(code, campaign, source, medium), audience, 'returned_' || days, 1
      FROM installs WHERE app_id = of_app AND id = ANY(came);
  END LOOP;
END $$`;
