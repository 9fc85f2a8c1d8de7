import type { SqlFunction } from './SqlFunction.ts';

/** How long one key is used, as `date_trunc` calls it. */
const KEY_PERIOD = 'week';
export const KEY_PERIOD_MS = 7 * 24 * 60 * 60 * 1000;

/** The period of a time. */
export const periodOf = (time: string) => `date_trunc('${KEY_PERIOD}', ${time}, 'UTC')`;

/** What PostgreSQL reports if there is no key for a time; `withNetworkKeys` then adds it. */
export const NO_NETWORK_KEY = 'DL001';

/** A keyed hash. Every key has the same length, so no two pairs of key and value make the same text. */
export const conceal: SqlFunction = {
  name: 'conceal',
  definition: `(key text, value text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS
    $$ SELECT encode(sha256(convert_to(key || value, 'UTF8')), 'hex') $$`,
};

/** The same key, or an error without one: a network must never be stored as nothing because its key is missing. */
export const networkKey: SqlFunction = {
  name: 'network_key',
  definition: `(key text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    BEGIN
      IF key IS NULL THEN
        RAISE EXCEPTION 'There is no key for the networks of this week.' USING ERRCODE = '${NO_NETWORK_KEY}';
      END IF;
      RETURN key;
    END $$`,
};

/** Declares the keys of all weeks, which `readNetworkKeys` reads. */
export const NETWORK_KEYS = `
      weeks timestamptz[];
      keys_of_weeks text[]`;

/** By their index, as some functions are forbidden to read tables without one. */
export const readNetworkKeys = `
      SELECT array_agg(starts_at), array_agg(key) INTO weeks, keys_of_weeks
      FROM (SELECT starts_at, key FROM network_keys ORDER BY starts_at) AS network_keys`;

/** The key for a time. */
export const networkKeyAt = (time: string) => `network_key(keys_of_weeks[array_position(weeks, ${periodOf(time)})])`;

/** Joins the key for the time of each row, as `network.key`. */
export const joinNetworkKey = (time: string) => `
  CROSS JOIN LATERAL (SELECT ${networkKeyAt(time)} AS key OFFSET 0) AS network`;

/**
 * A look has a hash of agent and language, and one each of screen, zone and hints or a dash, because the page reports
 * these later or never. So two clicks can be compared by what both know. A hint is what was unknown before the report.
 */
export const lookOf = (
  key: string,
  { screenWidth, screenHeight, timezone, hints }: Record<'screenWidth' | 'screenHeight' | 'timezone' | 'hints', string>,
  { userAgent, language }: Record<'userAgent' | 'language', string>
) => `concat_ws(' ',
  conceal(${key}, concat_ws(E'\\n', ${userAgent}, ${language})),
  coalesce(conceal(${key}, ${screenWidth} || ' ' || ${screenHeight}), '-'),
  coalesce(conceal(${key}, ${timezone}), '-'),
  coalesce(conceal(${key}, ${hints}), '-')
)`;
