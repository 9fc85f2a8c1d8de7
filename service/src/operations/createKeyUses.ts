import type { Queries } from '../storage/base/Database.ts';
import { noteKeyUse } from '../storage/company/keys.ts';

const NOTE_EVERY_MS = 60 * 1000;

export type NoteKeyUse = (id: string) => void;

/**
 * Stores when keys were used, at most once a minute for each key, however many instances there are. No request waits
 * for this.
 */
export function createKeyUses(queries: Queries, clock: () => number, onError: (error: unknown) => void): NoteKeyUse {
  const noted = new Map<string, number>();
  return (id) => {
    const now = clock();
    const since = now - NOTE_EVERY_MS;
    if ((noted.get(id) ?? -Infinity) > since) return;
    noted.set(id, now);
    noteKeyUse(queries, id, new Date(now), new Date(since)).catch(onError);
  };
}
