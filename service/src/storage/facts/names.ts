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

/** Returns the visits, which are of one app, with the names that they are counted under. */
export type GroupNames = <Visit extends NamedVisit>(
  queries: Queries,
  visits: readonly Visit[],
  timeOf: (visit: Visit) => Date
) => Promise<Visit[]>;

/**
 * Applies both bounds: how many names a network may add in this process, and how many a day has room for across
 * instances. Paths beyond the first thousand of a day share one name, and so do campaigns beyond the first hundred.
 * Repeated calls return the same names, because the names of a day are kept.
 */
export function createGroupNames(clock: () => number): GroupNames {
  const boundNames = createNetworkNames(clock);
  return async (queries, visits, timeOf) => {
    const grouped = visits.map((visit) => boundNames(visit));
    const given = grouped.flatMap((visit, index) => {
      const day = timeOf(visit).toISOString().slice(0, 10);
      return namesOf(visit).map((named) => ({ ...named, index, day }));
    });
    if (given.length === 0) return grouped;
    // What a path names, such as a person, is deleted elsewhere. Here a hash is enough to recognize it on its day.
    const hashed = await Promise.all(
      given.map(async ({ day, kind, name }, place) => ({ place, day, kind, name: await hashText(`${day} ${name}`) }))
    );
    const answers = await query<{ place: number; isCounted: boolean }>(queries)`
      SELECT * FROM group_names(${visits[0]?.appId}, ${JSON.stringify(hashed)}::json)`;
    for (const { place, isCounted } of answers) {
      const { index, kind } = given[place] ?? {};
      const visit = index === undefined ? undefined : grouped[index];
      if (isCounted || index === undefined || !visit) continue;
      grouped[index] = { ...visit, ...(kind === 'path' ? { code: OTHER_PATHS } : OTHER_CAMPAIGNS) };
    }
    return grouped;
  };
}

/** Deletes the list of names that an app counted one by one on days before `day`: their counts no longer change. */
export async function deleteNamesBefore(queries: Queries, appId: string, day: Date): Promise<void> {
  await queries.execute(
    sql`DELETE FROM name_days WHERE app_id = ${appId} AND day < (${day}::timestamptz AT TIME ZONE 'UTC')::date`
  );
}
