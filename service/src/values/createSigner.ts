import { fromBase64, toBase64 } from './base64.ts';

const PREFIX = 'whsec_';

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

export function newSigningSecret(): string {
  return `${PREFIX}${toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))}`;
}

export interface WebhookMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** Signs messages with one secret, in the format of the header `webhook-signature`. */
export async function createSigner(secret: string): Promise<(message: WebhookMessage) => Promise<string>> {
  const bytes = fromBase64(secret.slice(PREFIX.length)) ?? new Uint8Array();
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async ({ id, timestamp, body }) => {
    const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${timestamp}.${body}`));
    return `v1,${toBase64(new Uint8Array(signature))}`;
  };
}
