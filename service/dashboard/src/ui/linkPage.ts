/** The page of a link, whose code may have slashes. */
export const linkPage = (code: string) => `/links/${encodeURIComponent(code)}`;

/** The code in the address of a link's page. With broken escapes, it belongs to no link and is returned as it is. */
export function codeIn(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
