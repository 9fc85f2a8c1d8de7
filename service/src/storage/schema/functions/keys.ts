/**
 * Rows of roll-ups name a combination of dimensions with a number, its hash; `rollup_keys` has what the number stands
 * for. So a stored row, such as an event, needs two or three numbers to remember where it was counted. The hash uses
 * nothing that depends on settings, as array_to_string might: Citus refuses such functions of a column in UPDATE.
 */
export const originKey = String.raw`
CREATE OR REPLACE FUNCTION origin_key(link text, campaign text, source text, medium text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended('origin' || E'\x1f' || coalesce(link, E'\x1e') || E'\x1f' || coalesce(campaign, E'\x1e')
    || E'\x1f' || coalesce(source, E'\x1e') || E'\x1f' || coalesce(medium, E'\x1e'), 0)
$$`;

/** The key of who somebody is, without the campaign. */
export const audienceKey = String.raw`
CREATE OR REPLACE FUNCTION audience_key(platform text, system text, browser text, country text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended('who' || E'\x1f' || coalesce(platform, E'\x1e') || E'\x1f' || coalesce(system, E'\x1e')
    || E'\x1f' || coalesce(browser, E'\x1e') || E'\x1f' || coalesce(country, E'\x1e'), 0)
$$`;

/** The key of somebody of whom only the platform is known; null if not even that is. */
export const platformKey = String.raw`
CREATE OR REPLACE FUNCTION platform_key(platform text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN platform IN ('ios', 'android') THEN audience_key(platform, NULL, NULL, NULL) END
$$`;

/** The row of `rollup_keys` for an origin. */
export const originOf = String.raw`
CREATE OR REPLACE FUNCTION origin_of(link text, campaign text, source text, medium text) RETURNS rollup_keys
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ROW(NULL, origin_key(link, campaign, source, medium), link, campaign, source, medium, NULL, NULL, NULL, NULL,
    NULL)::rollup_keys
$$`;

/** The audience of a click. Anybody can send any user agent, so only versions of up to two digits are told apart. */
export const audienceOf = String.raw`
CREATE OR REPLACE FUNCTION audience_of(click clicks) RETURNS rollup_keys LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  who rollup_keys;
  major text := substring(click.system_version FROM '^([0-9]{1,2})(?:\.|$)');
BEGIN
  who.platform := CASE WHEN click.device IN ('iphone', 'ipad') THEN 'ios' WHEN click.device = 'android' THEN 'android'
    ELSE 'other' END;
  who.system := CASE click.device WHEN 'mac' THEN 'Mac or iPad' WHEN 'windows' THEN 'Windows' WHEN 'linux' THEN 'Linux'
    WHEN 'chromeos' THEN 'ChromeOS' WHEN 'android' THEN 'Android ' || major WHEN 'iphone' THEN 'iOS ' || major
    WHEN 'ipad' THEN 'iOS ' || major END;
  who.browser := click.browser;
  who.country := click.country;
  who.id := audience_key(who.platform, who.system, who.browser, who.country);
  RETURN who;
END $$`;

/** Stores what keys of an app stand for. Most often all of them are known. */
export const registerKeys = String.raw`
CREATE OR REPLACE FUNCTION register_keys(of_app text, given rollup_keys[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(SELECT id FROM unnest(given));
  known bigint[];
BEGIN
  SELECT array_agg(id) INTO known FROM rollup_keys WHERE rollup_keys.app_id = of_app AND rollup_keys.id = ANY(ids);
  IF known @> ids THEN RETURN; END IF;
  INSERT INTO rollup_keys (app_id, id, link, campaign, source, medium, platform, system, browser, country)
    SELECT DISTINCT ON (id) of_app, id, link, campaign, source, medium, platform, system, browser, country
    FROM unnest(given) WHERE known IS NULL OR id <> ALL(known) ORDER BY id ON CONFLICT DO NOTHING;
END $$`;
