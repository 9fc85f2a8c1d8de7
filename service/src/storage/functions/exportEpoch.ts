import { lockArrivals } from './arrival.ts';
import { EXPORTED } from './noteDeletions.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/**
 * Where an app's rows are: the server with its timeline, the database, and in a distributed database the placement of the
 * shard. Transactions are numbered there, so nothing is as it was once this changes: after a restore, a failover that may
 * have lost something, or a move to another server.
 */
const PLACE = `concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), (SELECT oid FROM pg_database WHERE datname = current_database()))`;

const SHARD = `SELECT $1 || ' ' || string_agg(placementid::text, ' ' ORDER BY placementid) FROM pg_dist_placement
  WHERE shardid = get_shard_id_for_distribution_column('clicks', $2)`;

const MAX_ARRIVED = [...EXPORTED, 'deletions']
  .map((table) => `(SELECT max(arrived) FROM ${table} WHERE ${table}.app_id = of_app)`)
  .join(', ');

/** Unless a cursor of it is ahead of all transactions: then the files of an earlier time were put back. */
const KNOWN = `SELECT epoch FROM arrivals WHERE arrivals.app_id = of_app AND arrivals.place = here
  AND (epoch <> of_epoch OR seen < first + pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`;

/**
 * Returns which cursors of exports are good: those that carry this text. If the rows are somewhere else than before, it is a
 * new one, and from then on rows get numbers behind all that are there (`arrival`). Whoever stores rows waits meanwhile.
 */
export const exportEpoch: SqlFunction = {
  name: 'export_epoch',
  definition: `(of_app text, of_epoch text, seen bigint) RETURNS text ${PLPGSQL} AS $$
    DECLARE
      here text := ${PLACE};
      known text;
      highest bigint;
    BEGIN
      IF to_regclass('pg_dist_partition') IS NOT NULL AND EXISTS (
        SELECT FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relname = 'pg_dist_partition' AND attname = 'logicalrelid'
      ) THEN
        EXECUTE $query$ SELECT count(*)::text FROM pg_dist_partition WHERE logicalrelid = 'clicks'::regclass $query$ INTO known;
        IF known <> '0' THEN EXECUTE $query$ ${SHARD} $query$ INTO here USING here, of_app; END IF;
      END IF;
      known := (${KNOWN});
      IF known IS NOT NULL THEN RETURN known; END IF;
      ${lockArrivals('alone')};
      known := (${KNOWN});
      IF known IS NOT NULL THEN RETURN known; END IF;
      known := gen_random_uuid()::text;
      highest := greatest(0, ${MAX_ARRIVED});
      INSERT INTO arrivals (app_id, epoch, place, first) VALUES (of_app, known, here, highest)
        ON CONFLICT (app_id) DO UPDATE SET epoch = excluded.epoch, place = excluded.place, first = excluded.first;
      RETURN known;
    END $$`,
};
