import type { Figures } from '../api/schemas.ts';
import { nameOfEvent } from '../text/events.ts';
import { formatCount } from '../text/numbers.ts';
import { Empty } from './Empty.tsx';
import { Sums } from './Sums.tsx';

/** Every event that occurred, the most frequent first. */
export function EventCounts({ figures: { events } }: { figures: Figures }) {
  if (events.length === 0) {
    return (
      <Empty title="No events in these days">
        <p>
          The app logs them: <code>LinkAnalytics.logEvent(LinkEventNames.Purchase, {'{ total, currency }'})</code>
        </p>
      </Empty>
    );
  }
  return (
    <ul className="event-counts">
      {[...events]
        .sort((one, other) => other.count - one.count)
        .map(({ name, count, sums }) => (
          <li key={name}>
            <span>{nameOfEvent(name)}</span>
            <span className="event-sums">{sums.length > 0 && <Sums sums={sums} />}</span>
            <span className="event-count">{formatCount(count)}</span>
          </li>
        ))}
    </ul>
  );
}
