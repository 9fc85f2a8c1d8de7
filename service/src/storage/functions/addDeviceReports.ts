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

const LOOK = lookOf(
  'network_keys.key',
  {
    ...KNOWN,
    hints: `CASE WHEN clicks.model IS NULL AND ${MODEL} IS NOT NULL
      THEN concat_ws(' ', ${MODEL}, coalesce(clicks.system_version, ${VERSION})) END`,
  },
  { userAgent: 'clicks.user_agent', language: 'clicks.language' }
);

const COLUMNS = 'screen_width, screen_height, scale, timezone, model, system_version, look, reported_at';

/**
 * Adds what landing pages report, once per click and only the facts that aren't known yet, so that somebody who learns the
 * id later can't rewrite them. Returns the clicks that got their report. They are locked in the order of their ids, as
 * claims do.
 */
export const addDeviceReports: SqlFunction = {
  name: 'add_device_reports',
  definition: `(of_app text, given json) RETURNS SETOF text ${PLPGSQL} AS $$
    DECLARE known json;
    BEGIN
      known := (
        SELECT json_agg(locked) FROM (
          SELECT clicks.id, clicks.created_at, ${KNOWN.screenWidth} AS screen_width, ${KNOWN.screenHeight} AS screen_height,
            coalesce(clicks.scale, report.scale) AS scale, ${KNOWN.timezone} AS timezone,
            coalesce(clicks.model, ${MODEL}) AS model, coalesce(clicks.system_version, ${VERSION}) AS system_version,
            ${LOOK} AS look, report.reported_at
          FROM ${REPORTS}
          JOIN clicks ON clicks.app_id = of_app AND clicks.id = report.id
          JOIN network_keys ON network_keys.starts_at = ${periodOf('clicks.created_at')}
          WHERE clicks.reported_at IS NULL AND clicks.claimed_at IS NULL
          ORDER BY clicks.id FOR UPDATE OF clicks
        ) AS locked
      );
      UPDATE clicks SET (${COLUMNS}) = (${COLUMNS.replace(/\w+/g, 'report.$&')})
        FROM json_populate_recordset(NULL::clicks, known) AS report
        WHERE clicks.app_id = of_app AND clicks.id = report.id AND clicks.created_at = report.created_at;
      RETURN QUERY SELECT report.id FROM json_populate_recordset(NULL::clicks, known) AS report;
    END $$`,
};
