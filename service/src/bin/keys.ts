import type { Settings } from '../config/readEnvironment.ts';
import { connect } from './connect.ts';
import { printTable } from './output.ts';
import { required, type Values } from './values.ts';

interface Key {
  id: string;
  kind: string;
  hint: string;
  label: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export async function addKey(settings: Settings, values: Values): Promise<void> {
  const body = { app: required(values, 'app'), kind: required(values, 'kind'), label: values.label ?? null };
  const administration = await connect(settings);
  try {
    const key = (await administration.call('/api/keys', { method: 'POST', body })) as { id: string; secret: string };
    console.log(`Key: ${key.secret}`);
    console.log(`Id:  ${key.id}`);
    console.log('Store this key now: it won’t be shown again. The app’s other keys stay valid until you revoke them.');
  } finally {
    await administration.close();
  }
}

export async function listKeys(settings: Settings, values: Values): Promise<void> {
  const app = required(values, 'app');
  const administration = await connect(settings);
  try {
    const { keys } = (await administration.call(`/api/keys?app=${encodeURIComponent(app)}`)) as { keys: Key[] };
    printTable(
      ['ID', 'KIND', 'KEY', 'LABEL', 'ADDED', 'LAST USED', 'REVOKED'],
      keys.map(({ id, kind, hint, label, createdAt, lastUsedAt, revokedAt }) => [
        id,
        kind,
        hint,
        label ?? '–',
        createdAt,
        lastUsedAt ?? 'never',
        revokedAt ?? '–',
      ])
    );
  } finally {
    await administration.close();
  }
}

export async function revokeKey(settings: Settings, _values: Values, [id = '']: readonly string[]): Promise<void> {
  const administration = await connect(settings);
  try {
    await administration.call(`/api/keys/${encodeURIComponent(id)}`, { method: 'DELETE' });
    console.log(`Revoked ${id}.`);
  } finally {
    await administration.close();
  }
}
