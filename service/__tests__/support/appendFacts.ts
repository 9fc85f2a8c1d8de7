import { sql } from 'drizzle-orm';
import type { Queries } from '../../src/storage/base/Database.ts';

interface Who {
  platform: string | null;
  system: string | null;
  browser: string | null;
  country: string | null;
}

export interface From {
  link: string;
  campaign: string | null;
  source: string | null;
  medium: string | null;
}

export interface Fact extends Who {
  at: string;
  figure: string;
  last: From | null;
  brought: From | null;
  amount?: string;
  currency?: string;
  installedAt?: string;
}

const columns =
  'platform text, system text, browser text, country text, link text, campaign text, source text, medium text';
const origin = sql`origin_key(link, campaign, source, medium)`;
const who = sql`audience_key(platform, system, browser, country)`;

/** Appends what the statements that store facts append, so that a test can have thousands of them at once. */
export async function appendFacts(queries: Queries, appId: string, facts: readonly Fact[]): Promise<void> {
  const keys = facts.flatMap(({ last, brought, ...fact }) => [
    ...(last ? [last] : []),
    ...(brought ? [brought] : []),
    fact,
  ]);
  const given = sql`json_to_recordset(${JSON.stringify(keys)}::json) AS given (${sql.raw(columns)})`;
  await queries.execute(sql`
    INSERT INTO rollup_keys (app_id, id, link, campaign, source, medium, platform, system, browser, country)
    SELECT DISTINCT ON (id) ${appId}, each.* FROM (
      SELECT ${origin} AS id, link, campaign, source, medium, NULL, NULL, NULL, NULL FROM ${given} WHERE link IS NOT NULL
      UNION ALL
      SELECT ${who}, NULL, NULL, NULL, NULL, platform, system, browser, country FROM ${given} WHERE link IS NULL
    ) AS each ORDER BY id ON CONFLICT DO NOTHING`);
  const keyOf = (name: 'last' | 'brought') =>
    sql`(SELECT ${origin} FROM json_to_record(${sql.raw(name)}) AS o (${sql.raw(columns)}) WHERE link IS NOT NULL)`;
  await queries.execute(sql`
    INSERT INTO deltas (app_id, at, installed_at, origin, brought, audience, figure, currency, n, amount)
    SELECT ${appId}, at, "installedAt", ${keyOf('last')}, ${keyOf('brought')}, ${who}, figure, currency, 1, amount
    FROM json_to_recordset(${JSON.stringify(facts)}::json) AS fact (
      at timestamptz, "installedAt" timestamptz, last json, brought json, platform text, system text, browser text,
      country text, figure text, currency text, amount numeric)`);
}
