import { PeopleTabs } from './PeopleTabs';
import { forgetData } from './service';
import type { People } from './usePeople';

export function PageHeader({ people }: { people: People }) {
  return (
    <header className="page-header">
      <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
        <path d="M6 20a6 6 0 0 1 0-8l3-3a6 6 0 0 1 8 0" />
        <path d="M26 12a6 6 0 0 1 0 8l-3 3a6 6 0 0 1-8 0" />
        <path className="mark-gap" d="M12.5 19.5l1.6-1.6M17.9 14.1l1.6-1.6" />
      </svg>
      <h1>Deferred Link Lab</h1>
      <p>Tap a link on the phone, install the app, and see it open on the right screen.</p>
      <PeopleTabs people={people} />
      <button
        type="button"
        className="button quiet"
        onClick={() => {
          people.startOver(people.people.story);
          forgetData();
        }}
      >
        Start over
      </button>
    </header>
  );
}
