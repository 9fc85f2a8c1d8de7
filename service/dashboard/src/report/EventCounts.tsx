import { nameOfEvent } from './events.ts';
import { formatCount } from '../ui/numbers.ts';
import { Empty } from '../ui/Empty.tsx';
import { Money } from '../ui/Money.tsx';
import type { Figures } from './requests.ts';

/** Every event that occurred, the most frequent first. */
export function EventCounts({ events, main }: { events: Figures['events']; main: string | null }) {
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
            <span className="event-sums">{sums.length > 0 && <Money sums={sums} main={main} />}</span>
            <span className="event-count">{formatCount(count)}</span>
          </li>
        ))}
    </ul>
  );
}
