/** The address if a browser may go there by a click; null for anything else, which is shown as text alone. */
export function webLink(text: string): string | null {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}
