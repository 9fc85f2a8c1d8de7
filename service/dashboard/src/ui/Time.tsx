import { formatExactTime, formatTime } from './times.ts';

export function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatExactTime(iso)}>
      {formatTime(iso)}
    </time>
  );
}
