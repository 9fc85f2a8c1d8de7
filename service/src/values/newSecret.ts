/** 192 bits: nobody can guess that, or find it from its plain hash. */
const SECRET_BYTES = 24;

/** This many random bytes, in characters that need no escaping in a header or a URL. */
export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A new key or token, such as `pk_…`. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomText(SECRET_BYTES)}`;
}

/** Enough to tell secrets apart, and too little to use one. */
export function hintOf(secret: string): string {
  return `${secret.slice(0, 6)}…${secret.slice(-4)}`;
}
