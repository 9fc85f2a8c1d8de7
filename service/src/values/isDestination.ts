/** Schemes that never open an app's link. The library ignores them; some run code, and one installs apps. */
const REFUSED_SCHEMES = new Set([
  'about:',
  'blob:',
  'content:',
  'data:',
  'exp:',
  'expo-development-client:',
  'exps:',
  'file:',
  'intent:',
  'itms-services:',
  'javascript:',
  'vbscript:',
]);

/** Whether a scheme, without its colon, may be an app's own. */
export function isAppScheme(scheme: string): boolean {
  return !['http', 'https'].includes(scheme) && !REFUSED_SCHEMES.has(`${scheme}:`);
}

/** Whether a link may lead there: a web link, a link with an app's own scheme, or a path in the app. */
export function isDestination(text: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(text)) return false;
  // Two slashes would name a host.
  if (text.startsWith('/')) return !text.startsWith('//');
  if (!/^[a-z][a-z0-9+.-]*:\/\/./i.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  // Browsers skip any number of slashes before the host, and other programs don't.
  if (/^https?:$/.test(protocol) && !/^[a-z]+:\/\/[^/?#]/i.test(text)) return false;
  // `https://shop.example@evil.example` looks like one place and is another.
  return !REFUSED_SCHEMES.has(protocol) && username === '' && password === '';
}

/** Whether a browser can go there. */
export function isWebLink(text: string): boolean {
  return /^https?:\/\//i.test(text) && isDestination(text);
}

/** Adds a query to the destination's own: the campaign parameters of the short link are passed on this way. */
export function withQuery(destination: string, query: string | null): string {
  if (!query) return destination;
  const [, path = '', ownQuery = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(destination) ?? [];
  const joined = ownQuery.length > 1 ? `${ownQuery}&${query}` : `?${query}`;
  return `${path}${joined}${fragment}`;
}
