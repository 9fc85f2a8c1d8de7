import type { Fields, Webhook } from '../../storage/schema/tables.ts';
import type { Queries } from '../../storage/base/Database.ts';
import { untilDone } from '../../storage/base/deleteUntil.ts';
import { withinQuotas } from '../../storage/company/quotas.ts';
import { recordChanges, type Author } from '../../storage/company/changes.ts';
import * as storage from '../../storage/company/webhooks.ts';
import { newSigningSecret } from '../../values/createSigner.ts';
import type { Secrets } from '../secrets.ts';
import { DAY_MS } from '../../values/durations.ts';

/** After a rotation, both secrets sign for this long, so a receiver can change over without a gap. */
const BOTH_SIGN_MS = DAY_MS;

const ownerOf = (webhookId: string) => `webhook ${webhookId}`;

const sealedFor = (appId: string, webhookId: string) => `${appId} ${ownerOf(webhookId)}`;

/** The path and query of an address may be a secret, as Slack's are. */
export const hostIn = (url: string) => new URL(url).origin;

function fieldsOf({ url, events, names, format, pausedAt }: Webhook): Fields {
  return { url: hostIn(url), events, names, format, pausedAt };
}

async function addSecret(transaction: Queries, secrets: Secrets, appId: string, webhookId: string, at: Date) {
  const secret = newSigningSecret();
  await storage.addSecret(transaction, {
    appId,
    owner: ownerOf(webhookId),
    id: crypto.randomUUID(),
    sealed: await secrets.seal(secret, sealedFor(appId, webhookId)),
    createdAt: at,
  });
  return secret;
}

export type NewWebhook = Pick<Webhook, 'url' | 'events' | 'names' | 'format'>;

/** Adds an endpoint; its secret is returned now and never again. */
export async function addWebhook(
  queries: Queries,
  secrets: Secrets,
  appId: string,
  wanted: NewWebhook,
  by: Author
): Promise<{ webhook: Webhook; secret: string }> {
  const webhook: Webhook = {
    ...wanted,
    appId,
    id: crypto.randomUUID(),
    createdAt: by.at,
    failingSince: null,
    pausedAt: null,
    pausedBecause: null,
  };
  return withinQuotas(queries, appId, async (transaction) => {
    await storage.addWebhook(transaction, webhook);
    const secret = await addSecret(transaction, secrets, appId, webhook.id, by.at);
    const change = { what: 'webhook' as const, subject: webhook.id, before: null, after: fieldsOf(webhook) };
    await recordChanges(transaction, appId, by, [change]);
    return { result: { webhook, secret }, added: { webhooks: 1 } };
  });
}

/** Changes, pauses or resumes an endpoint; null if there is none. */
export async function changeWebhook(
  queries: Queries,
  appId: string,
  id: string,
  { isPaused, ...change }: Partial<NewWebhook> & { isPaused?: boolean },
  by: Author
): Promise<Webhook | null> {
  const pause =
    isPaused === undefined
      ? {}
      : isPaused
        ? { pausedAt: by.at, pausedBecause: 'owner' as const }
        : { pausedAt: null, pausedBecause: null, failingSince: null };
  return queries.transaction(async (transaction) => {
    const before = await storage.findWebhook(transaction, appId, id);
    if (!before) return null;
    const isAlreadyPaused = isPaused === true && before.pausedAt !== null;
    const after = await storage.updateWebhook(transaction, appId, id, {
      ...change,
      ...(isAlreadyPaused ? {} : pause),
      // SQL has no update without columns.
      url: change.url ?? before.url,
    });
    if (after) {
      const told = { what: 'webhook' as const, subject: id, before: fieldsOf(before), after: fieldsOf(after) };
      await recordChanges(transaction, appId, by, [told]);
    }
    return after;
  });
}

/** Deletes an endpoint and then its deliveries, of which there may be many: retention deletes what is left. */
export async function deleteWebhook(queries: Queries, appId: string, id: string, by: Author): Promise<boolean> {
  const isDeleted = await queries.transaction(async (transaction) => {
    const before = await storage.findWebhook(transaction, appId, id);
    if (!before) return false;
    await storage.deleteWebhook(transaction, appId, id);
    await recordChanges(transaction, appId, by, [
      { what: 'webhook', subject: id, before: fieldsOf(before), after: null },
    ]);
    return true;
  });
  if (isDeleted) await untilDone((most) => storage.deleteDeliveriesTo(queries, appId, id, most));
  return isDeleted;
}

/** Returns an endpoint's new secret; null if there is no endpoint. For a day, the old secret signs, too. */
export async function rotateSecret(
  queries: Queries,
  secrets: Secrets,
  appId: string,
  id: string,
  by: Author
): Promise<string | null> {
  return queries.transaction(async (transaction) => {
    if (!(await storage.findWebhook(transaction, appId, id))) return null;
    await storage.expireSecrets(transaction, appId, ownerOf(id), new Date(by.at.getTime() + BOTH_SIGN_MS));
    const secret = await addSecret(transaction, secrets, appId, id, by.at);
    const change = { what: 'webhook' as const, subject: id, before: {}, after: { secret: 'replaced' } };
    await recordChanges(transaction, appId, by, [change]);
    return secret;
  });
}

/** The secrets that sign now, the newest first; null if there is none, or one can't be read. */
export async function readSigningSecrets(
  queries: Queries,
  secrets: Secrets,
  { appId, id }: Pick<Webhook, 'appId' | 'id'>,
  now: Date
): Promise<string[] | null> {
  const sealed = await storage.findSecrets(queries, appId, ownerOf(id), now);
  const opened = await Promise.all(sealed.map((secret) => secrets.open(secret.sealed, sealedFor(appId, id))));
  const texts = opened.flatMap((outcome) => (outcome.kind === 'opened' ? [outcome.text] : []));
  return texts.length > 0 && texts.length === opened.length ? texts : null;
}

export interface Resealed {
  resealed: number;
  unreadable: number;
}

/** Encrypts every secret with the first key of the environment, so the others can be removed from it. */
export async function resealSecrets(queries: Queries, secrets: Secrets, appIds: readonly string[]): Promise<Resealed> {
  const counts = { resealed: 0, unreadable: 0 };
  for (const appId of appIds) {
    for (const secret of await storage.listSecrets(queries, appId)) {
      const owner = `${appId} ${secret.owner}`;
      const outcome = await secrets.open(secret.sealed, owner);
      if (outcome.kind === 'unreadable') counts.unreadable += 1;
      else if (!outcome.isNewest) {
        await storage.replaceSealed(queries, { ...secret, sealed: await secrets.seal(outcome.text, owner) });
        counts.resealed += 1;
      }
    }
  }
  return counts;
}
