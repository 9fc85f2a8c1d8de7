import { useTimeZone } from './timeZone.ts';
import { formatTime } from './times.ts';

/** A moment in the zone of the app, which it names. */
export function Time({ iso }: { iso: string }) {
  const timeZone = useTimeZone();
  return (
    <time dateTime={iso} title={timeZone}>
      {formatTime(iso, timeZone)}
    </time>
  );
}
