import type { Settings } from '../config/readEnvironment.ts';
import type { KeyWire } from '../routes/admin/keys.ts';
import { callOnce } from './connect.ts';
import { printTable } from './output.ts';
import { required, type Values } from './values.ts';

export async function addKey(settings: Settings, values: Values): Promise<void> {
  const body = {
    app: required(values, 'app'),
    kind: required(values, 'kind'),
    scope: values.scope ?? null,
    label: values.label ?? null,
  };
  const key = await callOnce<KeyWire & { secret: string }>(settings, '/api/keys', { method: 'POST', body });
  console.log(`Key: ${key.secret}`);
  console.log(`Id:  ${key.id}`);
  console.log('Store this key now: it won’t be shown again. The app’s other keys stay valid until you revoke them.');
}

export async function listKeys(settings: Settings, values: Values): Promise<void> {
  const path = `/api/keys?app=${encodeURIComponent(required(values, 'app'))}`;
  const { keys } = await callOnce<{ keys: KeyWire[] }>(settings, path);
  const rows = keys.map(({ id, kind, scope, hint, label, createdAt, lastUsedAt, revokedAt }) => [
    id,
    kind,
    scope,
    hint,
    label,
    createdAt,
    lastUsedAt ?? 'never',
    revokedAt,
  ]);
  printTable(['ID', 'KIND', 'SCOPE', 'KEY', 'LABEL', 'ADDED', 'LAST USED', 'REVOKED'], rows);
}

export async function revokeKey(settings: Settings, _values: Values, [id = '']: readonly string[]): Promise<void> {
  await callOnce(settings, `/api/keys/${encodeURIComponent(id)}`, { method: 'DELETE' });
  console.log(`Revoked ${id}.`);
}
