/** Stores opens: links of an app that its installs opened. One that is stored already is left as it is. */
export const addOpens = String.raw`
CREATE OR REPLACE FUNCTION add_opens(of_app text, given json) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  opened opens[] := ARRAY(SELECT open FROM json_populate_recordset(NULL::opens, given) AS open);
  open opens;
  stored opens[] := '{}';
  install_ids text[] := ARRAY(SELECT install_id FROM unnest(opened));
  times timestamptz[];
BEGIN
  PERFORM lock_each('install', of_app, install_ids, 'alone');
  PERFORM register_keys(of_app, ARRAY(SELECT origin_of(code, campaign, source, medium) FROM unnest(opened)));
  FOR place IN 1 .. cardinality(opened) LOOP
    open := opened[place];
    open.app_id := of_app;
    open.audience := (SELECT audience FROM installs WHERE installs.app_id = of_app AND installs.id = open.install_id);
    opened[place] := open;
  END LOOP;
  FOR open IN
    INSERT INTO opens SELECT * FROM unnest(opened) ORDER BY install_id, opened_at, code ON CONFLICT DO NOTHING RETURNING *
  LOOP
    stored := stored || open;
  END LOOP;
  IF cardinality(stored) = 0 THEN RETURN; END IF;
  PERFORM count_opens(of_app, 1, stored);
  SELECT array_agg(install_id), array_agg(opened_at) INTO install_ids, times FROM unnest(stored);
  PERFORM count_returns(of_app, install_ids, times);
  IF is_asked_for(of_app, 'link.opened') THEN
    PERFORM tell(of_app, 'link.opened', ARRAY(
      SELECT ROW(NULL, NULL, NULL, NULL, opened_at, json_build_object(
          'installId', install_id, 'code', code, 'openedAt', iso_time(opened_at)
        )::text, install_id, NULL)::webhook_facts
      FROM unnest(stored)
    ));
  END IF;
  PERFORM link_earlier_events(of_app, install_ids, times);
END $$`;
