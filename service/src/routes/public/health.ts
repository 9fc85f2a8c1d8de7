import { sql } from 'drizzle-orm';
import { within } from '../../values/within.ts';
import type { Queries } from '../../storage/base/Database.ts';
import type { Door } from '../doors/createDoor.ts';

/** A database that takes longer than this for an empty query can't serve requests. */
const READY_WITHIN_MS = 2_000;

function doesAnswer(queries: Queries): Promise<boolean> {
  const answer = queries.execute(sql`SELECT 1`).then(
    () => true,
    () => false
  );
  return within(READY_WITHIN_MS, answer, () => false);
}

export function serveHealth(door: Door, queries: Queries, isStopping: () => boolean): void {
  // All who ask in the meantime share one query: anybody may ask, and there is no limit.
  let asking: Promise<boolean> | null = null;
  const isReady = () =>
    (asking ??= doesAnswer(queries).finally(() => {
      asking = null;
    }));

  /** The process is alive, so restarting it would not help. */
  door.get('/health', (c) => c.json({ status: 'ok' }));

  /** Requests may be sent here: the database answers, and the process is not about to end. */
  door.get('/ready', async (c) => {
    c.header('Cache-Control', 'no-store');
    if (isStopping()) return c.json({ status: 'stopping' }, 503);
    return (await isReady()) ? c.json({ status: 'ok' }) : c.json({ status: 'database does not answer' }, 503);
  });
}
