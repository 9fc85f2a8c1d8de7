import { PLPGSQL, type SqlFunction } from './SqlFunction.ts';

/** How long one key is used, as `date_trunc` calls it. */
const KEY_PERIOD = 'week';
export const KEY_PERIOD_MS = 7 * 24 * 60 * 60 * 1000;

/** A keyed hash. Every key has the same length, so no two pairs of key and value make the same text. */
export const conceal: SqlFunction = {
  name: 'conceal',
  number: 1,
  isUsedByTables: true,
  definition: `(key text, value text) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$ SELECT encode(sha256(convert_to(key || value, 'UTF8')), 'hex') $$`,
};

/** The key for what happens at a time. The first row of a week makes it. */
export const networkKeyAt: SqlFunction = {
  name: 'network_key_at',
  number: 1,
  isUsedByTables: true,
  definition: `(at timestamptz) RETURNS text ${PLPGSQL} AS $$
    DECLARE
      period timestamptz := date_trunc('${KEY_PERIOD}', at, 'UTC');
      found text;
    BEGIN
      SELECT key INTO found FROM network_keys WHERE starts_at = period;
      IF found IS NULL THEN
        INSERT INTO network_keys (starts_at, key)
        VALUES (period, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
        ON CONFLICT DO NOTHING;
        SELECT key INTO found FROM network_keys WHERE starts_at = period;
      END IF;
      RETURN found;
    END $$`,
};

/**
 * Networks are never stored as they are. A look has a hash of agent and language, and one each of screen, zone and hints
 * or a dash, because the page reports these later or never. So two clicks can be compared by what both know. A hint is
 * what was unknown before the report.
 */
export const concealClick: SqlFunction = {
  name: 'conceal_click',
  number: 3,
  isUsedByTables: true,
  definition: `() RETURNS trigger ${PLPGSQL} AS $$
    DECLARE key text := network_key_at(NEW.created_at);
    BEGIN
      IF TG_OP = 'INSERT' OR OLD.look IS NULL THEN
        NEW.network := conceal(key, NEW.network);
        NEW.wide_network := conceal(key, NEW.wide_network);
      END IF;
      NEW.look := concat_ws(' ',
        conceal(key, concat_ws(E'\\n', NEW.user_agent, NEW.language)),
        coalesce(conceal(key, NEW.screen_width || ' ' || NEW.screen_height), '-'),
        coalesce(conceal(key, NEW.timezone), '-'),
        CASE WHEN TG_OP = 'UPDATE' AND OLD.model IS NULL AND NEW.model IS NOT NULL
          THEN conceal(key, concat_ws(' ', NEW.model, NEW.system_version)) ELSE '-' END
      );
      RETURN NEW;
    END $$`,
};

export const concealAttempt: SqlFunction = {
  name: 'conceal_attempt',
  number: 1,
  isUsedByTables: true,
  definition: `() RETURNS trigger ${PLPGSQL} AS $$
    DECLARE key text := network_key_at(NEW.attempted_at);
    BEGIN
      NEW.network := conceal(key, NEW.network);
      NEW.wide_network := conceal(key, NEW.wide_network);
      RETURN NEW;
    END $$`,
};
