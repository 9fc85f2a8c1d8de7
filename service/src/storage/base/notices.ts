import { sql } from 'drizzle-orm';
import type { Change } from '../../values/Change.ts';
import { texts } from './bind.ts';
import type { Queries } from './Database.ts';

/** The channel on which instances report that they have changed an app, a key or a link. */
export const CHANGES_CHANNEL = 'deferred_link_changes';

/** A notice has at most 8,000 bytes, so this many of the longest codes fit. */
const MAX_CODES = 30;

function writeChange(change: Change): string[] {
  switch (change.kind) {
    case 'everything':
      return [''];
    case 'app':
      return [JSON.stringify({ app: change.appId })];
    case 'links': {
      const parts = Array.from({ length: Math.ceil(change.codes.length / MAX_CODES) }, (_, part) =>
        change.codes.slice(part * MAX_CODES, (part + 1) * MAX_CODES)
      );
      return parts.map((codes) => JSON.stringify({ app: change.appId, codes }));
    }
  }
}

/** Makes all instances forget what the change concerns, once the transaction is committed. */
export async function tellChange(transaction: Queries, change: Change): Promise<void> {
  await transaction.execute(
    sql`SELECT pg_notify(${CHANGES_CHANNEL}, notice) FROM unnest(${texts(writeChange(change))}) AS notice`
  );
}

/** Reads a notice. One that can't be read, such as a future version's, counts as a change of everything. */
export function readChange(notice: string): Change {
  if (notice === '') return { kind: 'everything' };
  try {
    const { app, codes } = JSON.parse(notice) as { app?: unknown; codes?: unknown };
    if (typeof app !== 'string') return { kind: 'everything' };
    return Array.isArray(codes) ? { kind: 'links', appId: app, codes: codes.map(String) } : { kind: 'app', appId: app };
  } catch {
    return { kind: 'everything' };
  }
}
