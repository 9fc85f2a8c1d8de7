import { addApp as storeApp, changeApp as storeChange, knowsTimeZone, lockApp } from '../storage/company/apps.ts';
import type { Queries } from '../storage/base/Database.ts';
import { lockHosts } from '../storage/company/hostLocks.ts';
import { nameIcon, setIcon } from '../storage/company/icons.ts';
import { addKeys, revokeKey as storeRevocation } from '../storage/company/keys.ts';
import { findSharedCodes } from '../storage/company/links.ts';
import { withinQuotas } from '../storage/company/quotas.ts';
import { recordChanges, type Author, type NewChange } from '../storage/company/changes.ts';
import { changeZone } from '../storage/counts/zones.ts';
import type { App, Key, NewApp } from '../storage/schema/tables.ts';
import { hashText } from '../values/hashText.ts';
import type { Icon } from '../values/icon.ts';
import { hintOf, newSecret } from '../values/newSecret.ts';

const PREFIXES = { publishable: 'pk', secret: 'sk' } as const;

interface IssuedKey {
  key: Key;
  /** The key itself, which is stored nowhere. */
  secret: string;
}

interface WantedKey {
  kind: Key['kind'];
  /** @default all, for a secret key */
  scope?: Key['scope'] | undefined;
  label?: string | null;
  /** @default a new one */
  secret?: string | undefined;
}

async function issueKey(
  appId: string,
  { kind, scope, label = null, secret }: WantedKey,
  now: Date
): Promise<IssuedKey> {
  const issued = secret ?? newSecret(PREFIXES[kind]);
  return {
    secret: issued,
    key: {
      id: crypto.randomUUID(),
      appId,
      kind,
      scope: kind === 'secret' ? (scope ?? 'all') : null,
      hash: await hashText(issued),
      // A publishable key is in every copy of the app, so hiding it would protect nothing.
      hint: kind === 'publishable' ? issued : hintOf(issued),
      label,
      createdAt: now,
      revokedAt: null,
    },
  };
}

/** Records neither a secret key nor any key's hash. */
function changeOfKey(before: Key | null, after: Key): NewChange {
  const fieldsOf = ({ kind, scope, hint, label, revokedAt }: Key) => ({ kind, scope, hint, label, revokedAt });
  return { what: 'key', subject: after.id, before: before && fieldsOf(before), after: fieldsOf(after) };
}

function changeOfApp(before: NewApp | null, after: NewApp): NewChange {
  const fieldsOf = ({ id: _id, createdAt: _at, ...fields }: NewApp) => fields;
  return { what: 'app', subject: after.id, before: before && fieldsOf(before), after: fieldsOf(after) };
}

/** Adds a key to the app, which must exist. */
export async function addKey(queries: Queries, appId: string, wanted: WantedKey, by: Author): Promise<IssuedKey> {
  const issued = await issueKey(appId, wanted, by.at);
  await withinQuotas(queries, appId, async (transaction) => {
    await addKeys(transaction, [issued.key]);
    await recordChanges(transaction, appId, by, [changeOfKey(null, issued.key)]);
    return { result: null, added: { keys: 1 } };
  });
  return issued;
}

export async function revokeKey(queries: Queries, id: string, by: Author): Promise<'revoked' | 'unknown'> {
  return queries.transaction(async (transaction) => {
    const key = await storeRevocation(transaction, id, by.at);
    if (!key) return 'unknown';
    await recordChanges(transaction, key.appId, by, [changeOfKey({ ...key, revokedAt: null }, key)]);
    return 'revoked';
  });
}

export type AddAppOutcome =
  | { kind: 'added'; publishableKey: string; secretKey: string }
  | { kind: 'taken' }
  | { kind: 'zone-unknown' };

/** Adds an app with a key of each kind and its icon, or nothing. Tests and the example bring their own keys. */
export async function addApp(
  queries: Queries,
  app: NewApp,
  given: { publishable?: string; secret?: string; icon?: Icon | null; by?: Author } = {}
): Promise<AddAppOutcome> {
  const publishable = await issueKey(app.id, { kind: 'publishable', secret: given.publishable }, app.createdAt);
  const secret = await issueKey(app.id, { kind: 'secret', secret: given.secret }, app.createdAt);
  if (app.timeZone !== undefined && !(await knowsTimeZone(queries, app.timeZone))) return { kind: 'zone-unknown' };
  return withinQuotas<AddAppOutcome>(queries, app.id, async (transaction) => {
    await lockHosts(transaction, 'to change hosts');
    if ((await storeApp(transaction, app)) === 'taken') return { result: { kind: 'taken' }, added: {} };
    if (given.icon) await setIcon(transaction, app.id, given.icon);
    const keys = [publishable.key, secret.key];
    await addKeys(transaction, keys);
    if (given.by) {
      const ofKeys = keys.map((key) => changeOfKey(null, key));
      await recordChanges(transaction, app.id, given.by, [changeOfApp(null, app), ...ofKeys]);
    }
    return {
      result: { kind: 'added', publishableKey: publishable.secret, secretKey: secret.secret },
      added: { keys: keys.length, iconBytes: given.icon?.bytes.length ?? 0 },
    };
  });
}

/** How many codes a refusal names: enough to show the problem. */
const MAX_CODES_SHOWN = 5;

export type ChangeAppOutcome =
  | { kind: 'changed'; app: App }
  | { kind: 'unknown' }
  | { kind: 'codes-shared'; codes: string[] }
  /** The database has no such time zone. */
  | { kind: 'zone-unknown' };

/** Refuses hosts on which another app's links have some of this app's codes: on a host, a code means one link. */
export async function changeApp(
  queries: Queries,
  id: string,
  { icon, ...change }: Partial<Omit<App, 'id' | 'icon'>> & { icon?: Icon | null | undefined },
  by: Author | null = null
): Promise<ChangeAppOutcome> {
  const { timeZone } = change;
  if (timeZone !== undefined && !(await knowsTimeZone(queries, timeZone))) return { kind: 'zone-unknown' };
  return withinQuotas<ChangeAppOutcome>(queries, id, async (transaction) => {
    if (change.linkHosts !== undefined) {
      await lockHosts(transaction, 'to change hosts');
      const codes = await findSharedCodes(transaction, id, change.linkHosts, MAX_CODES_SHOWN);
      if (codes.length > 0) return { result: { kind: 'codes-shared', codes }, added: {} };
    }
    const named = icon === undefined ? {} : { icon: icon && (await nameIcon(icon)) };
    const before = await lockApp(transaction, id);
    const app = await storeChange(transaction, id, { ...change, ...named });
    if (app && icon !== undefined) await setIcon(transaction, id, icon);
    if (app && app.timeZone !== before?.timeZone) {
      await changeZone(transaction, id, app.timeZone, (by?.at ?? new Date()).getTime());
    }
    if (app && by) await recordChanges(transaction, id, by, [changeOfApp(before, app)]);
    if (!app) return { result: { kind: 'unknown' }, added: {} };
    return { result: { kind: 'changed', app }, added: { iconBytes: icon?.bytes.length ?? 0 } };
  });
}
