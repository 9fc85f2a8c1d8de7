import type { Fields } from '../storage/companyTables.ts';
import type { Queries } from '../storage/Database.ts';
import { recordChanges, type Author } from '../storage/recordedChanges.ts';
import type { Link } from '../storage/tables.ts';
import { tellLinkChanges } from '../storage/webhooks.ts';

interface LinkChange {
  before: Link | null;
  after: Link | null;
}

/** What a link is. Whatever a user of the app wrote into a link may name a person, so none of it is recorded. */
function fieldsOf(link: Link | null): Fields | null {
  if (!link) return null;
  const {
    appId: _app,
    code: _code,
    createdBy,
    createdFrom: _from,
    createdAt: _at,
    updatedAt: _changed,
    ...fields
  } = link;
  if (createdBy !== null) return {};
  return { ...fields, data: fields.data === null ? null : (JSON.parse(fields.data) as unknown) };
}

/** Records what became of links and tells the endpoints that asked, in the transaction that changes them. */
export async function recordLinkChanges(
  transaction: Queries,
  appId: string,
  by: Author,
  changes: readonly LinkChange[]
): Promise<void> {
  const told = changes.map(({ before, after }) => ({
    what: 'link' as const,
    subject: (after ?? before)?.code ?? null,
    before: fieldsOf(before),
    after: fieldsOf(after),
  }));
  await recordChanges(transaction, appId, by, told);
  const facts = told.map(({ subject, before, after }) => ({ at: by.at, data: { code: subject, before, after } }));
  await tellLinkChanges(transaction, appId, facts);
}
