import type { Settings } from '../config/readEnvironment.ts';
import type { ResealedWire } from '../routes/admin/secrets.ts';
import type { WebhookWire } from '../routes/owner/webhooks.ts';
import { callOnce } from './connect.ts';
import { printTable } from './output.ts';
import { required, type Values } from './values.ts';

const listIn = (value: Values[string]) =>
  typeof value === 'string' ? value.split(',').map((one) => one.trim()) : undefined;

export async function addWebhook(settings: Settings, values: Values): Promise<void> {
  const body = {
    url: required(values, 'url'),
    events: listIn(required(values, 'events')),
    names: listIn(values.names),
    format: values.format,
  };
  const app = required(values, 'app');
  const webhook = await callOnce<WebhookWire & { secret: string }>(settings, '/api/webhooks', {
    method: 'POST',
    body,
    app,
  });
  console.log(`Secret: ${webhook.secret}`);
  console.log(`Id:     ${webhook.id}`);
  console.log('Store this secret now: it won’t be shown again.');
}

export async function listWebhooks(settings: Settings, values: Values): Promise<void> {
  const app = required(values, 'app');
  const { webhooks } = await callOnce<{ webhooks: WebhookWire[] }>(settings, '/api/webhooks', { app });
  const rows = webhooks.map(({ id, url, events, waiting, paused }) => [
    id,
    url,
    events.join(','),
    String(waiting),
    paused?.message ?? null,
  ]);
  printTable(['ID', 'URL', 'EVENTS', 'WAITING', 'PAUSED'], rows);
}

export async function rotateSecrets(settings: Settings): Promise<void> {
  const { resealed, unreadable } = await callOnce<ResealedWire>(settings, '/api/secrets/rotate', { method: 'POST' });
  console.log(`${resealed} secrets are now encrypted with the first key of SECRETS_KEY.`);
  if (unreadable === 0) console.log('You can remove the other keys.');
  else {
    console.log(`${unreadable} can’t be read with any of the keys: rotate the secrets of their endpoints.`);
    process.exitCode = 1;
  }
}
