import { useCallback, useEffect, useReducer } from 'react';

import { disk } from '../device/disk';
import { initialPeople, peopleReducer, type PeopleState } from '../state/peopleReducer';
import type { Story } from '../state/Story';
import { recallPeople, rememberPeople } from './memory';
import { storyAddress, storyInAddress } from './storyAddress';

/** As they were before a reload, unless the address now names another story. */
function begin(): PeopleState {
  const story = storyInAddress();
  const remembered = recallPeople();
  if (remembered?.story === story) return remembered;
  disk.format();
  return initialPeople(crypto.randomUUID(), story);
}

/** The two phones' owners, and whose phone is shown. */
export function usePeople() {
  const [people, dispatch] = useReducer(peopleReducer, null, begin);

  useEffect(() => rememberPeople(people), [people]);

  /** Two new phones, for a story or for none. */
  const startOver = useCallback((story: Story | null) => {
    disk.format();
    dispatch({ type: 'startedOver', networkId: crypto.randomUUID(), story });
  }, []);

  useEffect(() => {
    const follow = () => {
      if (storyInAddress() !== people.story) startOver(storyInAddress());
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [people.story, startOver]);

  return {
    people,
    dispatch,
    startOver,
    choose: (story: Story | null) => {
      window.history.pushState(null, '', storyAddress(story));
      startOver(story);
    },
  };
}

export type People = ReturnType<typeof usePeople>;
