import type { Fields, Link } from '../storage/schema/tables.ts';
import type { Queries } from '../storage/base/Database.ts';
import { recordChanges, type Author } from '../storage/company/changes.ts';
import { tellFacts } from '../storage/company/webhooks.ts';

interface LinkChange {
  before: Link | null;
  after: Link | null;
}

/** The link with the API's names of fields; empty if a user of the app shared it, because it may name a person. */
function fieldsOf(link: Link | null): Fields | null {
  if (!link) return null;
  const {
    appId: _app,
    code: _code,
    createdBy,
    createdFrom: _from,
    createdAt: _at,
    updatedAt: _changed,
    iosFallback: ios,
    androidFallback: android,
    desktopFallback: desktop,
    disabledAt,
    ...fields
  } = link;
  if (createdBy !== null) return {};
  return {
    ...fields,
    data: fields.data === null ? null : (JSON.parse(fields.data) as unknown),
    fallbacks: { ios, android, desktop },
    disabled: disabledAt !== null,
  };
}

/** Records changes of links, and queues their webhooks, in the transaction that makes them. */
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
  await tellFacts(transaction, appId, 'link.changed', facts);
}
