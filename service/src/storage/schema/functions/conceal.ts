/** How long one key of networks is used: a week, as in `network_key`. */
export const KEY_PERIOD_MS = 7 * 24 * 60 * 60 * 1000;

/** What PostgreSQL reports if there is no key for a time; `withNetworkKeys` then adds it. */
export const NO_NETWORK_KEY = 'DL001';

/** A keyed hash. Every key has the same length, so no two pairs of key and value make the same text. */
export const conceal = String.raw`
CREATE OR REPLACE FUNCTION conceal(key text, value text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(key || value, 'UTF8')), 'hex')
$$`;

/** The key of a time, or an error without one: a network must never be stored as nothing because its key is missing. */
export const networkKey = String.raw`
CREATE OR REPLACE FUNCTION network_key(at timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE found text := (SELECT key FROM network_keys WHERE starts_at = date_trunc('week', at, 'UTC'));
BEGIN
  IF found IS NULL THEN
    RAISE EXCEPTION 'There is no key for the networks of this week.' USING ERRCODE = 'DL001';
  END IF;
  RETURN found;
END $$`;

/**
 * A look has a hash of agent and language, and one each of screen, zone and hints or a dash, because the page reports
 * these later or never. So two clicks can be compared by what both know. A hint is what was unknown before the report.
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
