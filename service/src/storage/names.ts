import { sql } from 'drizzle-orm';
import { CAMPAIGN_FIELDS, OTHER_CAMPAIGNS, type Campaign } from '../values/campaign.ts';
import { hashText } from '../values/hashText.ts';
import { OTHER_PATHS } from '../values/linkPaths.ts';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';

/** What happened on a link, and when. */
interface Visit extends Partial<Campaign> {
  appId: string;
  /** The link's code, or its path. */
  code: string;
}

/** The names in a visit that its visitor may have made up: only path links take them from the address. */
function namesOf({ code, ...visit }: Visit): { kind: 'path' | 'campaign'; name: string }[] {
  if (!code.startsWith('/')) return [];
  const campaign = CAMPAIGN_FIELDS.map((field) => visit[field] ?? null);
  const path = { kind: 'path' as const, name: code };
  return campaign.every((value) => value === null)
    ? [path]
    : [path, { kind: 'campaign', name: JSON.stringify(campaign) }];
}

/**
 * The same rows, which are of one app, with the names under which they are counted: paths beyond the first thousand of a day share one, and so do
 * campaigns beyond the first hundred. A call that is repeated gives the same names, because those of a day are kept.
 */
export async function groupNames<Row extends Visit>(
  queries: Queries,
  rows: readonly Row[],
  timeOf: (row: Row) => Date
): Promise<Row[]> {
  const given = rows.flatMap((row, position) =>
    namesOf(row).map(({ kind, name }) => ({
      place: position,
      day: timeOf(row).toISOString().slice(0, 10),
      kind,
      name,
    }))
  );
  if (given.length === 0) return [...rows];
  // What a path names, such as a person, is deleted elsewhere: here a hash is enough to know it again on its day.
  const numbered = await Promise.all(
    given.map(async (each, place) => ({ ...each, place, name: await hashText(`${each.day} ${each.name}`) }))
  );
  const result = await queries.execute(
    sql`SELECT * FROM group_names(${rows[0]?.appId}, ${JSON.stringify(numbered)}::json)`
  );
  const grouped = [...rows];
  for (const { place, isCounted } of rowsOf<{ place: number; isCounted: boolean }>(result)) {
    const name = given[place];
    const row = name && grouped[name.place];
    if (isCounted || !row) continue;
    grouped[name.place] = { ...row, ...(name.kind === 'path' ? { code: OTHER_PATHS } : OTHER_CAMPAIGNS) };
  }
  return grouped;
}

/** Deletes which names of an app were counted one by one on days before `day`: their counts no longer change. */
export async function deleteNamesBefore(queries: Queries, appId: string, day: Date): Promise<void> {
  await queries.execute(
    sql`DELETE FROM name_days WHERE app_id = ${appId} AND day < ${day.toISOString().slice(0, 10)}::date`
  );
}
