import type { LabState } from './LabState';
import type { PeopleState } from './peopleReducer';
import type { Story } from './Story';

/** How many steps of a story are done: whoever has done a later one needs no advice about those before it. */
export function stepsDone({ steps }: Story, phone: LabState, people: PeopleState): number {
  return steps.findLastIndex(({ isDone }) => isDone(phone, people)) + 1;
}
