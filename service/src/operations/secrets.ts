import { fromBase64, toBase64 } from '../values/base64.ts';
import { hashBytes } from '../values/hashText.ts';

/** As NIST recommends for GCM. */
const NONCE_BYTES = 12;

/** Enough to tell keys apart, and reveals nothing about a key of 256 random bits. */
const NAME_LENGTH = 8;

interface EncryptionKey {
  name: string;
  key: Awaited<ReturnType<typeof crypto.subtle.importKey>>;
}

export type OpenOutcome =
  | { kind: 'opened'; text: string; isNewest: boolean }
  /** Its key isn't in the environment, or somebody changed the sealed text. */
  | { kind: 'unreadable' };

async function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<EncryptionKey> {
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { name: (await hashBytes(bytes)).slice(0, NAME_LENGTH), key };
}

/**
 * The one place for secrets that must be read back, such as those that sign webhooks. Everything else that is secret is
 * stored as a hash. The first key encrypts, and every key decrypts, so keys can be replaced while the service runs.
 * `owner` says whose secret it is: a secret that is copied into another row can't be read there.
 */
export function createSecrets(given: readonly Uint8Array<ArrayBuffer>[]) {
  let imported: Promise<EncryptionKey[]> | undefined;
  const keys = () => (imported ??= Promise.all(given.map(importKey)));
  const algorithm = (nonce: Uint8Array<ArrayBuffer>, owner: string) => ({
    name: 'AES-GCM',
    iv: nonce,
    additionalData: new TextEncoder().encode(owner),
  });

  return {
    /** Whether there is a SECRETS_KEY; without one, nothing can be kept here. */
    isReady: given.length > 0,
    seal: async (text: string, owner: string): Promise<string> => {
      const [newest] = await keys();
      if (!newest) throw new Error('SECRETS_KEY is not set.');
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = await crypto.subtle.encrypt(algorithm(nonce, owner), newest.key, new TextEncoder().encode(text));
      return `${newest.name}.${toBase64(nonce)}.${toBase64(new Uint8Array(sealed))}`;
    },
    open: async (sealed: string, owner: string): Promise<OpenOutcome> => {
      const [name, nonce, bytes] = sealed.split('.');
      const known = await keys();
      const found = known.find((key) => key.name === name);
      const [readNonce, readBytes] = [fromBase64(nonce ?? ''), fromBase64(bytes ?? '')];
      if (!found || !readNonce || !readBytes) return { kind: 'unreadable' };
      try {
        const text = await crypto.subtle.decrypt(algorithm(readNonce, owner), found.key, readBytes);
        return { kind: 'opened', text: new TextDecoder().decode(text), isNewest: found === known[0] };
      } catch {
        return { kind: 'unreadable' };
      }
    },
  };
}

export type Secrets = ReturnType<typeof createSecrets>;
