/** The address if a click may open it; null for anything else, which is shown as plain text. */
export function webLink(text: string): string | null {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}
