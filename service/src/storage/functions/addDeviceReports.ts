import { lookOf, periodOf } from './conceal.ts';
import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

const REPORTS = 'json_populate_recordset(NULL::clicks, given) AS report';

const MODEL = `CASE WHEN clicks.device = 'android' THEN report.model END`;
const VERSION = `CASE WHEN clicks.device = 'android' THEN report.system_version END`;

const KNOWN = {
  screenWidth: 'coalesce(clicks.screen_width, report.screen_width)',
  screenHeight: 'coalesce(clicks.screen_height, report.screen_height)',
  timezone: 'coalesce(clicks.timezone, report.timezone)',
};

/**
 * Adds what landing pages report, once per click and only the facts that aren't known yet, so that somebody who learns the
 * id later can't rewrite them. Returns the clicks that got their report. They are locked in the order of their ids, as
 * claims do.
 */
export const addDeviceReports: SqlFunction = {
  name: 'add_device_reports',
  number: 1,
  definition: `(of_app text, given json) RETURNS SETOF text ${PLPGSQL} AS $$
    BEGIN
      PERFORM FROM clicks WHERE app_id = of_app AND id IN (SELECT report.id FROM ${REPORTS}) ORDER BY id FOR UPDATE;
      RETURN QUERY
        UPDATE clicks SET
          screen_width = ${KNOWN.screenWidth},
          screen_height = ${KNOWN.screenHeight},
          scale = coalesce(clicks.scale, report.scale),
          timezone = ${KNOWN.timezone},
          model = coalesce(clicks.model, ${MODEL}),
          system_version = coalesce(clicks.system_version, ${VERSION}),
          look = ${lookOf(
            'network_keys.key',
            {
              ...KNOWN,
              hints: `CASE WHEN clicks.model IS NULL AND ${MODEL} IS NOT NULL
                THEN concat_ws(' ', ${MODEL}, coalesce(clicks.system_version, ${VERSION})) END`,
            },
            { userAgent: 'clicks.user_agent', language: 'clicks.language' }
          )},
          reported_at = report.reported_at
        FROM ${REPORTS}, network_keys
        WHERE clicks.app_id = of_app AND clicks.id = report.id
          AND clicks.reported_at IS NULL AND clicks.claimed_at IS NULL
          AND network_keys.starts_at = ${periodOf('clicks.created_at')}
        RETURNING clicks.id;
    END $$`,
};
