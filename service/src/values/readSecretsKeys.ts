import { fromBase64 } from './base64.ts';

/** AES-256 takes 32 bytes. */
const KEY_BYTES = 32;

/** Reads keys in base64, separated by commas; null if one of them isn't 32 bytes. */
export function readSecretsKeys(text: string): Uint8Array<ArrayBuffer>[] | null {
  const keys = text.split(',').map((key) => fromBase64(key.trim()));
  const whole = keys.flatMap((key) => (key?.length === KEY_BYTES ? [key] : []));
  return whole.length === keys.length ? whole : null;
}
