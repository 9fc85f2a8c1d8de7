type Address = { kind: 'link'; path: string } | { kind: 'foreign' };

/** What the phone's browser would do with a link: on the shop's host every path is one. */
export function readAddress(url: string): Address {
  if (!/^https?:/.test(url)) return { kind: 'foreign' };
  const { pathname, search } = new URL(url);
  return { kind: 'link', path: `${pathname}${search}` };
}
