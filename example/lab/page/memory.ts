import type { LabState } from '../state/LabState';
import type { Person } from '../state/people';
import type { PeopleState } from '../state/peopleReducer';
import { findStory } from './storyAddress';

/** What a reload keeps, in this tab. Another build of the page, which has another address, may know another state. */
const key = (part: string) => `lab-memory/${import.meta.url}/${part}`;

function recall(part: string): unknown {
  return JSON.parse(sessionStorage.getItem(key(part)) ?? 'null');
}

const remember = (part: string, value: unknown) => sessionStorage.setItem(key(part), JSON.stringify(value));

export function rememberPeople(people: PeopleState) {
  remember('people', { ...people, story: people.story?.id ?? null });
}

export function recallPeople(): PeopleState | null {
  const people = recall('people') as (Omit<PeopleState, 'story'> & { story: string | null }) | null;
  return people && { ...people, story: findStory(people.story) };
}

export function rememberPhone(networkId: string, phone: LabState) {
  remember(phone.owner, { networkId, phone });
}

/** A phone of these people; null if it belonged to others, whose phones are gone. */
export function recallPhone(networkId: string, owner: Person): LabState | null {
  const remembered = recall(owner) as { networkId: string; phone: LabState } | null;
  return remembered?.networkId === networkId ? remembered.phone : null;
}
