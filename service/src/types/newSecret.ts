/** 192 bits: nobody guesses that, and a plain hash of it can't be turned back. */
const SECRET_BYTES = 24;

/** A new key or token, such as `pk_…`. */
export function newSecret(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const text = btoa(String.fromCharCode(...bytes));
  return `${prefix}_${text.replaceAll('+', '-').replaceAll('/', '_')}`;
}

/** Enough to tell secrets apart, and too little to use one. */
export function hintOf(secret: string): string {
  return `${secret.slice(0, 6)}…${secret.slice(-4)}`;
}
