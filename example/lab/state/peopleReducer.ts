import { friendOf, type Person } from './people';
import type { Story } from './Story';

/** A message that one phone's app has sent to the other phone. */
export interface SharedLink {
  from: Person;
  text: string;
  url: string;
  isRead: boolean;
}

export interface PeopleState {
  /** Changes with "Start over" and with each story: two new phones, elsewhere on the network. */
  networkId: string;
  /** The story that is being tried. */
  story: Story | null;
  /** Whose phone is shown. */
  shown: Person;
  sharedLinks: SharedLink[];
}

export type PeopleAction =
  | { type: 'startedOver'; networkId: string; story: Story | null }
  | { type: 'shown'; person: Person }
  | { type: 'shared'; from: Person; text: string; url: string };

export const initialPeople = (networkId: string, story: Story | null): PeopleState => ({
  networkId,
  story,
  shown: 'Ada',
  sharedLinks: [],
});

/** The two phones, and the messages between them. */
export function peopleReducer(state: PeopleState, action: PeopleAction): PeopleState {
  switch (action.type) {
    case 'startedOver':
      return initialPeople(action.networkId, action.story);
    case 'shown':
      return {
        ...state,
        shown: action.person,
        sharedLinks: state.sharedLinks.map((link) =>
          friendOf(link.from) === action.person ? { ...link, isRead: true } : link
        ),
      };
    case 'shared': {
      const { from, text, url } = action;
      const others = state.sharedLinks.filter((link) => link.url !== url || link.from !== from);
      return { ...state, sharedLinks: [{ from, text, url, isRead: false }, ...others] };
    }
  }
}
