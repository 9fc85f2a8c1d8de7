/** SHA-256 in hexadecimal. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 in hexadecimal. Keys are long and random, so this keeps a stolen table from being a list of keys. */
export function hashText(text: string): Promise<string> {
  return hashBytes(new TextEncoder().encode(text));
}
