/** The page of a link, whose code may have slashes. */
export const linkPage = (code: string) => `/links/${encodeURIComponent(code)}`;

/** The code in the address of a link's page. One with broken escapes is no link's, and is shown as it is. */
export function codeIn(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
