import type { Os } from '../state/Os';
import { people, type Person } from '../state/people';

export const PHONE_HEADER = 'X-Lab-Phone';

interface TaggedPhone {
  owner: Person;
  os: Os;
  networkId: string;
  switches: { linksOpenIn: 'browser' | 'chat' };
}

const isOs = (text: unknown): text is Os => text === 'ios' || text === 'android';

/** Names a phone in a header or an address. */
export const phoneTag = ({ owner, os, networkId, switches }: TaggedPhone) =>
  `${os}.${owner}.${networkId}.${switches.linksOpenIn}`;

export function readPhoneTag(tag: string): TaggedPhone | null {
  const [os, name, networkId, place] = tag.split('.');
  const linksOpenIn = place === 'chat' ? 'chat' : 'browser';
  const owner = people.find((person) => person === name);
  return isOs(os) && owner && networkId ? { owner, os, networkId, switches: { linksOpenIn } } : null;
}

/**
 * Where a phone's browser opens a path of the service. The landing page then meets that phone, and not the computer in
 * front of you. It is relative to the lab's page.
 */
export const phonePath = (tag: string, path: string) => `phones/${tag}${path}`;

/** Takes apart what `phonePath` made, wherever the lab's page is. */
export function readPhonePath(path: string): { tag: string; path: string } | null {
  const [, tag, rest] = /\/phones\/([^/]+)(\/.*)$/.exec(path) ?? [];
  return tag === undefined || rest === undefined ? null : { tag, path: rest };
}
