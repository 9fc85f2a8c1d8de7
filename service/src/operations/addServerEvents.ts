import type { Queries } from '../storage/base/Database.ts';
import { storeServerEvents, type ServerEvent, type ServerEventBatch } from '../storage/facts/events.ts';
import { findInstallsOfUsers } from '../storage/facts/people.ts';
import { MAX_INSTALLS_OF_PERSON } from './deletions.ts';

/** The install on which each user was last seen. Leaves out user ids that too many installs share. */
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
 * Stores one app's server events from several requests, and returns how many were new in each. An event with a user but
 * no install belongs to the install on which the user was last seen.
 */
export async function addServerEvents(queries: Queries, batches: readonly ServerEventBatch[]): Promise<number[]> {
  const userIds = batches.flatMap(({ events }) =>
    events.flatMap(({ installId, userId }) => (installId === null && userId !== null ? [userId] : []))
  );
  const installs = await lastInstalls(queries, batches[0]?.appId ?? '', [...new Set(userIds)]);
  const place = (event: ServerEvent): ServerEvent => {
    const { installId, userId } = event;
    if (userId === null) return event;
    // A sign-up may name both, and later events only the user.
    if (installId !== null) installs.set(userId, installId);
    return { ...event, installId: installId ?? installs.get(userId) ?? null };
  };
  return storeServerEvents(
    queries,
    batches.map((batch) => ({ ...batch, events: batch.events.map(place) }))
  );
}
