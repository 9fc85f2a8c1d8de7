type Address = { kind: 'short'; code: string } | { kind: 'page' } | { kind: 'foreign' };

/** What the phone's browser would do with a link: one segment is a short link's code. */
export function readAddress(url: string): Address {
  if (!/^https?:/.test(url)) return { kind: 'foreign' };
  const segments = new URL(url).pathname.split('/').filter(Boolean);
  const [code] = segments;
  return code !== undefined && segments.length === 1 ? { kind: 'short', code } : { kind: 'page' };
}
