import { and, desc, eq, sql } from 'drizzle-orm';
import { changesTable, keysTable, type Fields, type Key, type RecordedChange } from '../schema/tables.ts';
import type { Queries } from '../base/Database.ts';
import { isBehind, type ListPosition } from '../base/isBehind.ts';
import { nextPosition } from '../base/nextPosition.ts';

/** Who changes something, and when. */
export interface Author {
  /** The secret key; null for the admin token. */
  keyId: string | null;
  at: Date;
}

export interface NewChange {
  what: RecordedChange['what'];
  subject: string | null;
  /** As it was; null for what is created. */
  before: Fields | null;
  /** As it is now; null for what is deleted. */
  after: Fields | null;
}

const asText = (value: unknown) => JSON.stringify(value ?? null);

const readFields = (text: string | null) => (text === null ? null : (JSON.parse(text) as Fields));

/** The fields that differ from the other side's. Without another side, those that have a value. */
function difference(fields: Fields | null, other: Fields | null): Fields | null {
  return (
    fields &&
    Object.fromEntries(Object.entries(fields).filter(([name, value]) => asText(value) !== asText(other?.[name])))
  );
}

/** Changes in the same millisecond are listed by id, so each id is higher than the last. */
const newId = () => `${String(nextPosition()).padStart(10, '0')}-${crypto.randomUUID()}`;

/** Records changes in the transaction that makes them. What stays as it was is left out. */
export async function recordChanges(
  transaction: Queries,
  appId: string,
  { keyId, at }: Author,
  changes: readonly NewChange[]
): Promise<void> {
  const rows = changes
    .map(({ what, subject, before, after }) => ({
      ...{ app_id: appId, at, id: newId(), key_id: keyId, what, subject },
      before: difference(before, after),
      after: difference(after, before),
    }))
    .filter(({ before, after, what }) => what === 'person' || !before || !after || Object.keys(after).length > 0)
    .map(({ before, after, ...row }) => ({ ...row, before: before && asText(before), after: after && asText(after) }));
  if (rows.length === 0) return;
  await transaction.execute(sql`
    INSERT INTO changes (app_id, at, id, key_id, what, subject, before, after)
    SELECT app_id, at, id, key_id, what, subject, before, after
    FROM json_populate_recordset(NULL::changes, ${JSON.stringify(rows)}::json)`);
}

export interface ListedChange {
  change: Omit<RecordedChange, 'before' | 'after'> & Pick<NewChange, 'before' | 'after'>;
  /** Null for the admin token. */
  key: Pick<Key, 'label' | 'hint'> | null;
}

/** Lists the changes of an app, or of one link of it, the newest first. */
export async function listChanges(
  queries: Queries,
  appId: string,
  { link, limit, after }: { link?: string | undefined; limit: number; after: ListPosition | null }
): Promise<ListedChange[]> {
  const { at, id } = changesTable;
  const rows = await queries
    .select({ change: changesTable, label: keysTable.label, hint: keysTable.hint })
    .from(changesTable)
    .leftJoin(keysTable, and(eq(keysTable.appId, appId), eq(keysTable.id, changesTable.keyId)))
    .where(
      sql`changes.app_id = ${appId} AND ${link === undefined ? sql`true` : sql`what = 'link' AND subject = ${link}`}
        AND ${isBehind(at, id, after)}`
    )
    .orderBy(desc(at), desc(id))
    .limit(limit);
  return rows.map(({ change, label, hint }) => ({
    change: { ...change, before: readFields(change.before), after: readFields(change.after) },
    key: hint === null ? null : { label, hint },
  }));
}
