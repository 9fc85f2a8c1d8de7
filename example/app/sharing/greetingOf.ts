import type { Link } from 'react-native-deferred-link';

/** No name is longer than this. */
const MAX_NAME_LENGTH = 40;

/** Anybody who makes a link can write its data, so it is checked before it is shown. */
function nameIn(value: unknown): string | null {
  const name = typeof value === 'string' ? value.trim() : '';
  return name !== '' && name.length <= MAX_NAME_LENGTH ? name : null;
}

/** A deferred link that was matched by clipboard or fingerprint may be somebody else's: then the shop only asks. */
const isCertain = ({ type, match }: Link) => type !== 'deferred' || match?.by === 'clickId';

/** What the shop says to somebody whom a friend has sent. */
export function greetingOf(link: Link | null): string | null {
  const host = nameIn(link?.data?.invitedBy);
  const sender = nameIn(link?.data?.sharedBy);
  if (!link || (host === null && sender === null)) return null;
  if (host !== null) return isCertain(link) ? `${host} has invited you.` : `Welcome! Did ${host} invite you?`;
  return isCertain(link) ? `${sender} thinks you’d like this.` : `Did ${sender} send you here?`;
}
