/** Schemes that are never links to an app; the library ignores them, and some run code. */
const REFUSED_SCHEMES = new Set([
  'about:',
  'blob:',
  'content:',
  'data:',
  'file:',
  'intent:',
  'javascript:',
  'vbscript:',
]);

/** Whether a link may lead there: a web link, a link of an app's own scheme, or a path in the app. */
export function isDestination(text: string): boolean {
  if (/[\s\\]/.test(text)) return false;
  // Two slashes would name a host.
  if (text.startsWith('/')) return !text.startsWith('//');
  if (!/^[a-z][a-z0-9+.-]*:\/\/./i.test(text) || !URL.canParse(text)) return false;
  return !REFUSED_SCHEMES.has(new URL(text).protocol);
}
