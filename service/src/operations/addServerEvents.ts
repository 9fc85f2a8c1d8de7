import type { Queries } from '../storage/Database.ts';
import { storeServerEvents, type ServerEvent } from '../storage/events.ts';
import { findInstallsOfUsers } from '../storage/people.ts';
import { MAX_INSTALLS_OF_PERSON } from './deletions.ts';

/** The install on which each user was seen last. A user id that many installs share is nobody's. */
async function lastInstalls(queries: Queries, appId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  const found = await findInstallsOfUsers(queries, appId, userIds, MAX_INSTALLS_OF_PERSON + 1);
  const last = new Map<string, string>();
  for (const userId of userIds) {
    const [newest, ...others] = found
      .filter((install) => install.userId === userId)
      .sort((one, other) => other.lastSeen - one.lastSeen);
    if (newest && others.length < MAX_INSTALLS_OF_PERSON) last.set(userId, newest.id);
  }
  return last;
}

/**
 * Stores events that an app's server sent, and gives the number of new ones. An event that names a user and no install
 * belongs to the install on which the user was seen last.
 */
export async function addServerEvents(
  queries: Queries,
  appId: string,
  events: readonly ServerEvent[],
  now: number
): Promise<number> {
  if (events.length === 0) return 0;
  const userIds = events.flatMap(({ installId, userId }) => (installId === null && userId !== null ? [userId] : []));
  const installs = await lastInstalls(queries, appId, [...new Set(userIds)]);
  const placed = events.map((event) => {
    const { installId, userId } = event;
    if (userId === null) return event;
    // A sign-up may name both, and what follows it in the same request only the user.
    if (installId !== null) installs.set(userId, installId);
    return { ...event, installId: installId ?? installs.get(userId) ?? null };
  });
  return storeServerEvents(queries, appId, placed, new Date(now));
}
