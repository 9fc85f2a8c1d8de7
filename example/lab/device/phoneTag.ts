import type { Os } from '../state/Os';
import { people, type Person } from '../state/people';

export const PHONE_COOKIE = 'lab-phone';
export const PHONE_HEADER = 'X-Lab-Phone';

interface TaggedPhone {
  owner: Person;
  os: Os;
  networkId: string;
  switches: { linksOpenIn: 'browser' | 'chat' };
}

const isOs = (text: unknown): text is Os => text === 'ios' || text === 'android';

/** Names a phone in a header or a cookie. */
export const phoneTag = ({ owner, os, networkId, switches }: TaggedPhone) =>
  `${os}.${owner}.${networkId}.${switches.linksOpenIn}`;

export function readPhoneTag(tag: string): TaggedPhone | null {
  const [os, name, networkId, place] = tag.split('.');
  const linksOpenIn = place === 'chat' ? 'chat' : 'browser';
  const owner = people.find((person) => person === name);
  return isOs(os) && owner && networkId ? { owner, os, networkId, switches: { linksOpenIn } } : null;
}
