import { friendOf, people as everybody } from '../state/people';
import type { People } from './usePeople';

/** Chooses whose phone is shown. */
export function PeopleTabs({ people: { people, dispatch } }: { people: People }) {
  return (
    <nav aria-label="Phones" className="people">
      {everybody.map((person) => {
        const unread = people.sharedLinks.filter((link) => friendOf(link.from) === person && !link.isRead).length;
        return (
          <button
            key={person}
            type="button"
            aria-current={person === people.shown ? 'true' : undefined}
            onClick={() => dispatch({ type: 'shown', person })}
          >
            {person}’s phone
            {unread > 0 ? (
              <span className="unread">
                {unread}
                <span className="visually-hidden"> new</span>
              </span>
            ) : null}
          </button>
        );
      })}
    </nav>
  );
}
