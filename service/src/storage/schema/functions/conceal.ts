/** A keyed hash. All keys have the same length, so no two pairs of key and value are the same string. */
export const conceal = String.raw`
CREATE OR REPLACE FUNCTION conceal(key text, value text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(key || value, 'UTF8')), 'hex')
$$`;

/**
 * The app's key for hashes of a kind, from a day on. Whoever asks first adds it, and others wait for that commit. So
 * ask for several keys in the order of their days, and after locking everything that others may have locked.
 */
export const hashKey = String.raw`
CREATE OR REPLACE FUNCTION hash_key(of_app text, of_kind text, day date) RETURNS text LANGUAGE plpgsql AS $$
DECLARE found text;
BEGIN
  LOOP
    found := (SELECT key FROM hash_keys WHERE app_id = of_app AND kind = of_kind AND starts = day);
    IF found IS NOT NULL THEN RETURN found; END IF;
    INSERT INTO hash_keys (app_id, kind, starts, key)
      VALUES (of_app, of_kind, day, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
      ON CONFLICT DO NOTHING;
  END LOOP;
END $$`;

/** The key that hides networks of a time: one for each week. */
export const networkKey = String.raw`
CREATE OR REPLACE FUNCTION network_key(of_app text, at timestamptz) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN hash_key(of_app, 'network', date_trunc('week', at AT TIME ZONE 'UTC')::date);
END $$`;

/**
 * A look is a hash of agent and language, and one each of screen, zone and hints, or a dash: the page reports these
 * later or never. So two clicks can be compared by what both have. Hints are what was unknown before the report.
 */
export const lookOf = String.raw`
CREATE OR REPLACE FUNCTION look_of(key text, click clicks, hints text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN concat_ws(' ',
    conceal(key, concat_ws(E'\n', click.user_agent, click.language)),
    coalesce(conceal(key, click.screen_width || ' ' || click.screen_height), '-'),
    coalesce(conceal(key, click.timezone), '-'),
    coalesce(conceal(key, hints), '-'));
END $$`;
