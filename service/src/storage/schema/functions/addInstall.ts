/** Stores an answer without a click; returns false if the install has an answer already. */
export const addInstall = String.raw`
CREATE OR REPLACE FUNCTION add_install(of_app text, given json) RETURNS boolean
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  arrival bigint := arrival(of_app);
  install installs := json_populate_record(NULL::installs, given);
BEGIN
  install.app_id := of_app;
  install.arrived := arrival;
  install.position := 1;
  PERFORM lock_each('install', of_app, ARRAY[install.id], 'alone');
  IF EXISTS (SELECT FROM installs WHERE app_id = of_app AND id = install.id) THEN RETURN false; END IF;
  INSERT INTO installs VALUES (install.*);
  PERFORM register_keys(of_app, ARRAY[origin_of(install.code, install.campaign, install.source, install.medium)]);
  PERFORM count_new_installs(of_app, ARRAY[install]);
  PERFORM tell_installs(of_app, ARRAY[install]);
  PERFORM link_earlier_events(of_app, ARRAY[install.id], ARRAY[install.since]);
  RETURN true;
END $$`;
