/**
 * Returns the epoch of good cursors of exports. If the rows are elsewhere than before, the epoch is new, and from then
 * on rows get numbers behind all that exist (`arrival`). Whoever stores rows waits in the meantime.
 *
 * Where an app's rows are: the server with its timeline, the database, and in a distributed database the placement of
 * the shard. Transactions are numbered there, so the place changes with a restore, a failover that may have lost
 * something, or a move to another server. If a cursor is ahead of all transactions, older files were put back.
 */
export const exportEpoch = String.raw`
CREATE OR REPLACE FUNCTION export_epoch(of_app text, of_epoch text, seen bigint) RETURNS text
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  here text := concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), (SELECT oid FROM pg_database WHERE datname = current_database()));
  known text;
  highest bigint;
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL AND EXISTS (
    SELECT FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relname = 'pg_dist_partition' AND attname = 'logicalrelid'
  ) THEN
    EXECUTE $query$ SELECT count(*)::text FROM pg_dist_partition WHERE logicalrelid = 'clicks'::regclass $query$ INTO known;
    IF known <> '0' THEN
      EXECUTE $query$
        SELECT $1 || ' ' || string_agg(placementid::text, ' ' ORDER BY placementid) FROM pg_dist_placement
        WHERE shardid = get_shard_id_for_distribution_column('clicks', $2)
      $query$ INTO here USING here, of_app;
    END IF;
  END IF;
  -- Once more behind the lock, as somebody else may have been here.
  FOR look IN 1 .. 2 LOOP
    known := (
      SELECT epoch FROM arrivals WHERE arrivals.app_id = of_app AND arrivals.place = here
        AND (epoch <> of_epoch OR seen < first + pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
    );
    IF known IS NOT NULL THEN RETURN known; END IF;
    PERFORM pg_advisory_xact_lock(lock_key('arrivals', of_app));
  END LOOP;
  known := gen_random_uuid()::text;
  highest := greatest(0, (SELECT max(arrived) FROM clicks WHERE clicks.app_id = of_app),
    (SELECT max(arrived) FROM events WHERE events.app_id = of_app),
    (SELECT max(arrived) FROM installs WHERE installs.app_id = of_app),
    (SELECT max(arrived) FROM deletions WHERE deletions.app_id = of_app));
  INSERT INTO arrivals (app_id, epoch, place, first) VALUES (of_app, known, here, highest)
    ON CONFLICT (app_id) DO UPDATE SET epoch = excluded.epoch, place = excluded.place, first = excluded.first;
  RETURN known;
END $$`;

/** A time as the API, exports and webhooks write it. */
export const isoTime = String.raw`
CREATE OR REPLACE FUNCTION iso_time(at timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$`;

/**
 * The next rows of an export, in the order of their arrival, and what was deleted: lines of JSON, each with its place.
 * A transaction that isn't over may still store rows that come before others, so nothing is read behind the oldest one.
 * Fields are named as in the API's lists. Files are passed on, so they have no addresses. Data of events is json: jsonb
 * refuses the escape \u0000.
 */
export const exportRows = String.raw`
CREATE OR REPLACE FUNCTION export_rows(of_app text, of_kind text, after_arrived bigint, after_step int, after_row bigint,
  after_position int, most int) RETURNS TABLE (place text, "line" text)
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  end_of_all bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    + coalesce((SELECT first FROM arrivals WHERE arrivals.app_id = of_app), 0);
BEGIN
  RETURN QUERY SELECT concat_ws(' ', each.arrived, each.step, each.deleted, each.position), each.line FROM (
    (
      SELECT arrived, 0 AS step, arrived AS deleted, position, (SELECT row_to_json(fields)::text FROM (SELECT
        arrived || '-' || position AS "row", id, code AS link, route, query, campaign, source, medium, country, device,
        system_version AS "systemVersion", browser, language, iso_time(created_at) AS "createdAt",
        iso_time(store_tapped_at) AS "storeTappedAt", iso_time(claimed_at) AS "claimedAt", claimed_by AS "claimedBy"
      ) AS fields) AS line
      FROM clicks WHERE of_kind = 'clicks' AND app_id = of_app AND arrived >= after_arrived AND arrived < end_of_all
        AND (arrived, 0, arrived, position) > (after_arrived, after_step, after_row, after_position)
      ORDER BY arrived, position LIMIT most
    )
    UNION ALL
    (
      SELECT arrived, 0, arrived, position, (SELECT row_to_json(fields)::text FROM (SELECT
        arrived || '-' || position AS "row", id, name, data::json AS data, install_id AS "installId", platform,
        iso_time(logged_at) AS timestamp, iso_time(received_at) AS "receivedAt", iso_time(occurred_at) AS "occurredAt",
        user_id AS "userId", code AS link, trim_scale(amount)::text AS amount, currency, renewal_of AS "renewalOf"
      ) AS fields)
      FROM events WHERE of_kind = 'events' AND app_id = of_app AND arrived >= after_arrived AND arrived < end_of_all
        AND (arrived, 0, arrived, position) > (after_arrived, after_step, after_row, after_position)
      ORDER BY arrived, position LIMIT most
    )
    UNION ALL
    (
      SELECT arrived, 0, arrived, position, (SELECT row_to_json(fields)::text FROM (SELECT
        arrived || '-' || position AS "row", id, code AS link, route, query, campaign, source, medium, click_id AS "clickId",
        matched_by AS "matchedBy", confidence, iso_time(matched_at) AS "matchedAt",
        CASE WHEN click_id IS NOT NULL THEN iso_time(since) END AS "clickedAt"
      ) AS fields)
      FROM installs WHERE of_kind = 'installs' AND app_id = of_app AND arrived >= after_arrived AND arrived < end_of_all
        AND (arrived, 0, arrived, position) > (after_arrived, after_step, after_row, after_position)
      ORDER BY arrived, position LIMIT most
    )
    UNION ALL
    (
      SELECT arrived, 1, row_arrived, row_position, (SELECT row_to_json(fields)::text FROM (SELECT
        row_arrived || '-' || row_position AS "row", true AS deleted
      ) AS fields)
      FROM deletions WHERE app_id = of_app AND kind = of_kind AND arrived >= after_arrived AND arrived < end_of_all
        AND (arrived, 1, row_arrived, row_position) > (after_arrived, after_step, after_row, after_position)
      ORDER BY arrived, row_arrived, row_position LIMIT most
    )
  ) AS each ORDER BY each.arrived, each.step, each.deleted, each.position LIMIT most;
END $$`;
