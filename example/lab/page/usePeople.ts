import { useReducer } from 'react';

import { initialPeople, peopleReducer } from '../state/peopleReducer';

/** The two phones' owners, and whose phone is shown. */
export function usePeople() {
  const [people, dispatch] = useReducer(peopleReducer, null, () => initialPeople(crypto.randomUUID(), null));
  return { people, dispatch };
}

export type People = ReturnType<typeof usePeople>;
