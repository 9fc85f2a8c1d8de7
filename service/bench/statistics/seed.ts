import type { Client } from 'pg';

const LINKS = 1_000;
const CAMPAIGNS = 30;
const SYSTEMS = 12;
const BROWSERS = 15;
const COUNTRIES = 60;
export const DAYS = 365;

const EVENTS_PER_INSTALL = 20;

/** A number from 0 to before `most`, of which small ones are frequent, as Zipf says. */
const zipf = (most: number) => `least(${most - 1}, floor(power(${most}, random()))::int - 1)`;

const link = (number: string) => `'link-' || ${number}`;
const campaign = (number: string) => `'campaign-' || ${number} % ${CAMPAIGNS}`;
const source = (number: string) => `'source-' || ${number} % 7`;
const medium = (number: string) => `'medium-' || ${number} % 3`;

const originOfLink = (number: string) =>
  `origin_key(${[link(number), campaign(number), source(number), medium(number)].join(', ')})`;

const whoOf = (system: string, browser: string, country: string) =>
  `audience_key(CASE WHEN ${system} % 2 = 0 THEN 'ios' ELSE 'android' END, 'System ' || ${system}, 'Browser ' || ${browser},
    'C' || ${country})`;

/** Rows of a year, made by the database, for one app. */
export function seedStatements(app: string, events: number): string[] {
  const clicks = Math.floor(events / 4);
  const installs = Math.floor(events / EVENTS_PER_INSTALL);
  const year = `interval '${DAYS} days'`;
  const now = `date_trunc('hour', now())`;
  const of = (column: string) => `person.${column}`;
  return [
    'SELECT setseed(0.42)',
    `INSERT INTO links (app_id, code, destination, title, campaign, source, medium, created_at)
      SELECT '${app}', ${link('n')}, '/product/' || n, 'Product ' || n, ${campaign('n')}, ${source('n')}, ${medium('n')}, now() - ${year}
      FROM generate_series(0, ${LINKS - 1}) AS n`,
    `INSERT INTO rollup_keys (app_id, id, link, campaign, source, medium)
      SELECT '${app}', ${originOfLink('n')}, ${link('n')}, ${campaign('n')}, ${source('n')}, ${medium('n')}
      FROM generate_series(0, ${LINKS - 1}) AS n`,
    `INSERT INTO rollup_keys (app_id, id, platform, system, browser, country)
      SELECT '${app}', ${whoOf('s', 'b', 'c')}, CASE WHEN s % 2 = 0 THEN 'ios' ELSE 'android' END, 'System ' || s, 'Browser ' || b, 'C' || c
      FROM generate_series(0, ${SYSTEMS - 1}) AS s, generate_series(0, ${BROWSERS - 1}) AS b, generate_series(0, ${COUNTRIES - 1}) AS c`,
    `INSERT INTO clicks (app_id, id, code, campaign, source, medium, device, created_at, audience, visitor)
      SELECT '${app}', 'click-' || n, ${link('l')}, ${campaign('l')}, ${source('l')}, ${medium('l')}, 'iphone',
        ${now} - (${clicks} - n) * ${year} / ${clicks}, ${whoOf('s', 'b', 'c')}, CASE WHEN n % 3 > 0 THEN 3 ELSE 0 END
      FROM (
        SELECT n, ${zipf(LINKS)} AS l, ${zipf(SYSTEMS)} AS s, ${zipf(BROWSERS)} AS b, ${zipf(COUNTRIES)} AS c
        FROM generate_series(1, ${clicks}) AS n
      ) AS visit`,
    `INSERT INTO installs (app_id, id, code, campaign, source, medium, click_id, matched_by, confidence, matched_at, since, audience, returned)
      SELECT '${app}', 'install-' || n, clicks.code, clicks.campaign, clicks.source, clicks.medium, clicks.id, 'clickId', 1,
        clicks.created_at + interval '1 minute', clicks.created_at, clicks.audience, n % 8
      FROM generate_series(1, ${installs}) AS n
      JOIN clicks ON clicks.app_id = '${app}' AND clicks.id = 'click-' || n * ${Math.max(1, Math.floor(clicks / installs))}`,
    `CREATE TABLE seed_people AS
      SELECT row_number() OVER () AS n, id, matched_at,
        origin_key(code, campaign, source, medium) AS origin, audience
      FROM installs WHERE app_id = '${app}'`,
    'CREATE INDEX ON seed_people (n)',
    `INSERT INTO events (app_id, id, position, install_id, platform, name, data, logged_at, received_at, occurred_at, code, amount, currency,
        origin, brought, audience, installed_at)
      SELECT '${app}', 'event-' || n, n, ${of('id')}, 'ios', name, '{"total":59.9,"currency":"EUR"}', at, at, at, 'link',
        CASE WHEN name IN ('purchase', 'refund') THEN 59.9 END, CASE WHEN name IN ('purchase', 'refund') THEN (ARRAY['EUR', 'USD'])[1 + n % 2] END,
        ${of('origin')}, ${of('origin')}, ${of('audience')}, ${of('matched_at')}
      FROM (
        SELECT n, least(now(), ${of('matched_at')} + random() * random() * interval '90 days') AS at,
          (ARRAY['view_item', 'search', 'add_to_cart', 'begin_checkout', 'login', 'purchase', 'refund', 'share'])[1 + n % 8] AS name,
          person.*
        FROM generate_series(1, ${events}) AS n
        JOIN seed_people AS person (number, id, matched_at, origin, audience) ON person.number = 1 + n % (SELECT count(*) FROM seed_people)
      ) AS person (n, at, name, number, id, matched_at, origin, audience)`,
    'DROP TABLE seed_people',
    `INSERT INTO buyers (app_id, install_id, event_id, at, installed_at, origin, brought, audience)
      SELECT DISTINCT ON (install_id) app_id, install_id, id, occurred_at, installed_at, origin, brought, audience
      FROM events WHERE app_id = '${app}' AND name = 'purchase' ORDER BY install_id, occurred_at, id`,
  ];
}

const TIMES = {
  clicks: 'created_at',
  installs: 'matched_at',
  events: 'occurred_at',
  buyers: 'at',
};

/** Appends what the rows of some days count, as the functions that store them do. */
export async function countDays(session: Client, app: string, first: Date, end: Date): Promise<void> {
  for (const [table, time] of Object.entries(TIMES)) {
    await session.query(`SELECT count_${table}('${app}', 1, ARRAY(
      SELECT ROW(${table}.*)::${table} FROM ${table}
      WHERE app_id = '${app}' AND ${time} >= '${first.toISOString()}' AND ${time} < '${end.toISOString()}'
    ))`);
  }
}
