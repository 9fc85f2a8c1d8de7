/**
 * Adds what landing pages report: once per click, and only facts that aren't known yet, so somebody who learns the id
 * later can't rewrite them. Returns the ids of the clicks that got their report. Clicks are locked in the order of
 * their ids, as in claims.
 */
export const addDeviceReports = String.raw`
CREATE OR REPLACE FUNCTION add_device_reports(of_app text, given json) RETURNS SETOF text
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  reports clicks[] := ARRAY(SELECT report FROM json_populate_recordset(NULL::clicks, given) AS report);
  ids text[] := ARRAY(SELECT id FROM unnest(reports));
  report clicks;
  click clicks;
  secret text;
  hints text;
  known clicks[] := '{}';
BEGIN
  FOR click IN
    SELECT * FROM clicks WHERE app_id = of_app AND id = ANY(ids) AND reported_at IS NULL AND claimed_at IS NULL
    ORDER BY id FOR UPDATE
  LOOP
    secret := (
      SELECT key FROM hash_keys WHERE app_id = of_app AND kind = 'network'
        AND starts = date_trunc('week', click.created_at AT TIME ZONE 'UTC')::date
    );
    CONTINUE WHEN secret IS NULL;
    SELECT * INTO report FROM unnest(reports) WHERE id = click.id;
    hints := NULL;
    IF click.device = 'android' THEN
      click.system_version := coalesce(click.system_version, report.system_version);
      IF click.model IS NULL AND report.model IS NOT NULL THEN
        click.model := report.model;
        hints := concat_ws(' ', click.model, click.system_version);
      END IF;
    END IF;
    click.screen_width := coalesce(click.screen_width, report.screen_width);
    click.screen_height := coalesce(click.screen_height, report.screen_height);
    click.scale := coalesce(click.scale, report.scale);
    click.timezone := coalesce(click.timezone, report.timezone);
    click.look := look_of(secret, click, hints);
    click.reported_at := report.reported_at;
    known := known || click;
    RETURN NEXT click.id;
  END LOOP;
  UPDATE clicks SET screen_width = report.screen_width, screen_height = report.screen_height, scale = report.scale,
    timezone = report.timezone, model = report.model, system_version = report.system_version, look = report.look,
    reported_at = report.reported_at
  FROM unnest(known) AS report
  WHERE clicks.app_id = of_app AND clicks.id = report.id AND clicks.created_at = report.created_at;
END $$`;
