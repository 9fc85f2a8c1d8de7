import { EVENT_NAMES } from '../../values/eventNames.ts';
import { FROM_SERVER } from '../recordTables.ts';
import { COHORT_DAYS } from './figures.ts';
import { originKey, whoKey } from './keys.ts';
import { DELTA_COLUMNS, DELTA_KEYS } from './project.ts';

/** A stored fact counts once; one that is deleted, moved or replaced is taken back where it was counted. */
export type Sign = 1 | -1;

/** The key of the link, campaign, source and medium of a row: of a click, an install or an open. */
export const originOf = (row: string) =>
  originKey({
    link: `${row}.code`,
    campaign: `${row}.campaign`,
    source: `${row}.source`,
    medium: `${row}.medium`,
  });

/** Platforms of phones. Everything else that opens a link is `other`. */
const PLATFORMS = ['ios', 'android'] as const;

const NOTHING_ELSE = { system: 'NULL', browser: 'NULL', country: 'NULL' };

/** The key of somebody of whom only the platform is known; null if not even that is. */
export const platformKey = (platform: string) =>
  `CASE ${PLATFORMS.map((name) => `WHEN ${platform} = '${name}' THEN ${whoKey({ platform: `'${name}'`, ...NOTHING_ELSE })}`).join(' ')} END`;

/** A statement that says what these keys stand for; an app needs it before its first install. */
export const registerPlatforms = (app: string) => `
  INSERT INTO rollup_keys (app_id, id, platform)
  SELECT ${app}, ${platformKey('name')}, name FROM unnest(ARRAY[${PLATFORMS.map((name) => `'${name}'`).join(', ')}]) AS name
  ON CONFLICT DO NOTHING`;

const MAJOR = `split_part(given.system_version, '.', 1)`;

/** Who a click is of, from what its row is given. */
const WHO = {
  platform: `CASE WHEN given.device IN ('iphone', 'ipad') THEN 'ios' WHEN given.device = 'android' THEN 'android' ELSE 'other' END`,
  // Anybody can send any agent, so only versions of two digits are told apart.
  system: `CASE WHEN ${MAJOR} !~ '^[0-9]{1,2}$' THEN NULL
    WHEN given.device IN ('iphone', 'ipad') THEN 'iOS ' || ${MAJOR}
    WHEN given.device = 'android' THEN 'Android ' || ${MAJOR} END`,
  browser: 'given.browser',
  country: 'given.country',
};

export const audienceOfClick = whoKey(WHO);

/** Whether a key of an app isn't registered yet. With EXISTS the database may read all keys instead of looking up some. */
export const isNewKey = (app: string, id: string) =>
  `(SELECT true FROM rollup_keys AS old WHERE old.app_id = ${app} AND old.id = ${id}) IS NULL`;

/** A statement that says what these keys stand for. */
export const registerAudiences = (rows: string) => `
  INSERT INTO rollup_keys (app_id, id, platform, system, browser, country)
  SELECT of_app, id, platform, system, browser, country
  FROM (
    SELECT DISTINCT ON (id) ${audienceOfClick} AS id, ${Object.entries(WHO)
      .map(([name, value]) => `${value} AS ${name}`)
      .join(', ')} FROM ${rows} ORDER BY id
  ) AS who
  WHERE ${isNewKey('of_app', 'who.id')}
  ORDER BY id ON CONFLICT DO NOTHING`;

/** Declares and reads the time zone in which the days of `of_app` are counted. */
export const ZONE = `zone text := coalesce(
  (SELECT time_zone FROM rollup_zones WHERE rollup_zones.app_id = of_app),
  (SELECT time_zone FROM apps WHERE apps.id = of_app), 'UTC')`;

const quarterOf = (time: string) => `date_bin('15 minutes', ${time}, 'epoch')`;

/** Of events, cohorts ask only for money, and how long after the install it came. All others are alike for a quarter of an hour. */
const IN_COHORTS = `events.name IN ('purchase', 'refund') AND events.installed_at IS NOT NULL`;

/**
 * What a stored row counts, by table: deltas with a sign, as `SELECT … FROM rows`; a condition on the row may follow. The
 * rows are the whole table, or others of the same columns.
 */
export const FACTS = {
  clicks: (sign: Sign, rows = 'clicks') => `
    SELECT clicks.app_id, ${quarterOf('clicks.created_at')}, NULL::timestamptz, ${originOf('clicks')}, NULL::bigint,
      clicks.audience, each.figure, NULL::text, ${sign}, NULL::numeric
    FROM ${rows} AS clicks CROSS JOIN LATERAL (VALUES
      ('clicks', true), ('visitors', clicks.visitor & 1 > 0), ('link_visitors', clicks.visitor & 2 > 0),
      ('store_taps', clicks.store_tapped_at IS NOT NULL)
    ) AS each (figure, counts)
    WHERE each.counts`,
  installs: (sign: Sign, rows = 'installs') => `
    SELECT installs.app_id, installs.matched_at, installs.matched_at, ${originOf('installs')}, ${originOf('installs')},
      installs.audience, each.figure, NULL::text, ${sign}, NULL::numeric
    FROM ${rows} AS installs CROSS JOIN LATERAL (VALUES
      ('installs', 1), ${COHORT_DAYS.map((days, bit) => `('returned_${days}', coalesce(installs.returned, 0) & ${1 << bit})`).join(', ')}
    ) AS each (figure, counts)
    WHERE each.counts > 0`,
  opens: (sign: Sign, rows = 'opens') => `
    SELECT opens.app_id, opens.opened_at, NULL::timestamptz, ${originOf('opens')}, NULL::bigint,
      opens.audience, 'opens', NULL::text, ${sign}, NULL::numeric
    FROM ${rows} AS opens WHERE true`,
  events: (sign: Sign, rows = 'events') => `
    SELECT events.app_id, CASE WHEN ${IN_COHORTS} THEN events.occurred_at ELSE ${quarterOf('events.occurred_at')} END,
      CASE WHEN ${IN_COHORTS} THEN events.installed_at END, events.origin, events.brought, events.audience,
      each.figure, events.currency, ${sign} * each.counts,
      ${sign} * CASE WHEN events.name = 'refund' THEN -abs(events.amount) ELSE events.amount END
    FROM ${rows} AS events CROSS JOIN LATERAL (VALUES
      (CASE WHEN events.name = ANY('{${EVENT_NAMES.join()}}') THEN events.name ELSE 'other' END, 1),
      (CASE WHEN events.platform = '${FROM_SERVER}' AND events.name IN ('purchase', 'refund') THEN 'confirmed' END,
        (events.name = 'purchase')::int)
    ) AS each (figure, counts)
    WHERE each.figure IS NOT NULL`,
  buyers: (sign: Sign, rows = 'buyers') => `
    SELECT buyers.app_id, each.at, each.installed_at, each.origin, each.brought, buyers.audience,
      each.figure, NULL::text, ${sign}, NULL::numeric
    FROM ${rows} AS buyers CROSS JOIN LATERAL (VALUES
      ('buyers', buyers.at, buyers.installed_at, buyers.origin, buyers.brought),
      ('bought', buyers.installed_at, NULL, buyers.brought, NULL)
    ) AS each (figure, at, installed_at, origin, brought)
    WHERE each.at IS NOT NULL`,
  match_attempts: (sign: Sign, rows = 'match_attempts') => `
    SELECT match_attempts.app_id, match_attempts.attempted_at, NULL::timestamptz, NULL::bigint, NULL::bigint,
      ${platformKey('match_attempts.platform')}, match_attempts.counted_as, NULL::text, ${sign}, NULL::numeric
    FROM ${rows} AS match_attempts WHERE match_attempts.counted_as IS NOT NULL`,
} as const;

export type FactTable = keyof typeof FACTS;

const added = (facts: string) => `
  SELECT app_id, ${DELTA_KEYS}, sum(n) AS n, sum(amount) AS amount FROM (${facts}) AS fact (app_id, ${DELTA_COLUMNS})
  GROUP BY app_id, ${DELTA_KEYS}`;

/**
 * A statement for functions that store rows of `of_app`: appends what the rows of a table that fit the condition count. What
 * is stored is counted afterwards, and what is changed or deleted is taken back before. Rows that count alike count together.
 */
export const countRows = (table: FactTable, sign: Sign, condition: string) =>
  `INSERT INTO deltas (app_id, ${DELTA_COLUMNS}) ${added(`${FACTS[table](sign)} AND ${table}.app_id = of_app AND ${condition}`)}`;

/** The same for rows in the array `stored`: see storeRows. They count as few, which are stored one by one, of plain values. */
export const countStored = (table: FactTable) => `
      FOR delta IN ${added(FACTS[table](1, 'unnest(stored)'))} LOOP
        INSERT INTO deltas (app_id, ${DELTA_COLUMNS}) VALUES (of_app, ${DELTA_COLUMNS.replace(/\w+/g, 'delta.$&')});
      END LOOP`;

/** A statement that says what keys stand for which the rows of `of_app` in `rows` will have: where somebody came from. */
export const registerOrigins = (row: string, rows: string) => `
  INSERT INTO rollup_keys (app_id, id, link, campaign, source, medium)
  SELECT of_app, id, code, campaign, source, medium
  FROM (
    SELECT DISTINCT ON (id) ${originOf(row)} AS id, ${row}.code, ${row}.campaign, ${row}.source, ${row}.medium
    FROM ${rows} ORDER BY id
  ) AS origin
  WHERE ${isNewKey('of_app', 'origin.id')}
  ORDER BY id ON CONFLICT DO NOTHING`;

/** A statement that counts that installs of `of_app` came back on a day. */
export const countReturn = (days: number, condition: string) => `
  INSERT INTO deltas (app_id, ${DELTA_COLUMNS})
  SELECT * FROM (${FACTS.installs(1)} AND installs.app_id = of_app AND ${condition}) AS fact (app_id, ${DELTA_COLUMNS})
  WHERE figure = 'returned_${days}'`;

const COUNTED = `match_attempts.app_id = of_app AND match_attempts.install_id = ANY(ids) AND match_attempts.counted_as IS NOT NULL`;

/** Statements that count new installs of `of_app`, which are in the array `stored`. They no longer count as without a link. */
export const countInstalls = `
  ${countStored('installs')};
  ids := ARRAY(SELECT id FROM unnest(stored));
  PERFORM FROM match_attempts WHERE ${COUNTED} LIMIT 1;
  IF FOUND THEN
    ${countRows('match_attempts', -1, COUNTED)};
    UPDATE match_attempts SET counted_as = NULL WHERE ${COUNTED};
  END IF`;
