import { sql } from 'drizzle-orm';
import { createNetworkNames, type NamedVisit } from '../../flow/createNetworkNames.ts';
import { CAMPAIGN_FIELDS, OTHER_CAMPAIGNS } from '../../values/campaign.ts';
import { hashText } from '../../values/hashText.ts';
import { OTHER_PATHS } from '../../values/linkPaths.ts';
import type { Queries } from '../base/Database.ts';
import { query } from '../base/query.ts';

/** The names in a visit that its visitor may have made up: only path links take them from the address. */
function namesOf({ code, ...visit }: NamedVisit): { kind: 'path' | 'campaign'; name: string }[] {
  if (!code.startsWith('/')) return [];
  const campaign = CAMPAIGN_FIELDS.map((field) => visit[field] ?? null);
  const path = { kind: 'path' as const, name: code };
  return campaign.every((value) => value === null)
    ? [path]
    : [path, { kind: 'campaign', name: JSON.stringify(campaign) }];
}

/** The same visits, which are of one app, with the names under which they are counted. */
export type GroupNames = <Visit extends NamedVisit>(
  queries: Queries,
  visits: readonly Visit[],
  timeOf: (visit: Visit) => Date
) => Promise<Visit[]>;

/** Paths beyond the first thousand of a day share one name, and so do campaigns beyond the first hundred. */
const groupOfDay: GroupNames = async (queries, visits, timeOf) => {
  const given = visits.flatMap((visit, position) =>
    namesOf(visit).map(({ kind, name }) => ({
      place: position,
      day: timeOf(visit).toISOString().slice(0, 10),
      kind,
      name,
    }))
  );
  if (given.length === 0) return [...visits];
  // What a path names, such as a person, is deleted elsewhere: here a hash is enough to know it again on its day.
  const numbered = await Promise.all(
    given.map(async (each, place) => ({ ...each, place, name: await hashText(`${each.day} ${each.name}`) }))
  );
  const result = await query<{ place: number; isCounted: boolean }>(
    queries
  )`SELECT * FROM group_names(${visits[0]?.appId}, ${JSON.stringify(numbered)}::json)`;
  const grouped = [...visits];
  for (const { place, isCounted } of result) {
    const name = given[place];
    const visit = name && grouped[name.place];
    if (isCounted || !visit) continue;
    grouped[name.place] = { ...visit, ...(name.kind === 'path' ? { code: OTHER_PATHS } : OTHER_CAMPAIGNS) };
  }
  return grouped;
};

/**
 * Asks both bounds: what a network may name in this process, and what a day has room for across instances. A call that
 * is repeated gives the same names, because those of a day are kept.
 */
export function createGroupNames(clock: () => number): GroupNames {
  const boundNames = createNetworkNames(clock);
  return (queries, visits, timeOf) =>
    groupOfDay(
      queries,
      visits.map((visit) => boundNames(visit)),
      timeOf
    );
}

/** Deletes which names of an app were counted one by one on days before `day`: their counts no longer change. */
export async function deleteNamesBefore(queries: Queries, appId: string, day: Date): Promise<void> {
  await queries.execute(
    sql`DELETE FROM name_days WHERE app_id = ${appId} AND day < (${day}::timestamptz AT TIME ZONE 'UTC')::date`
  );
}
