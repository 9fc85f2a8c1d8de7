import type { Stage } from './funnel.ts';
import { formatCount } from '../ui/numbers.ts';

/** Of the widest bar; what isn't nothing can be seen. */
const MIN_PERCENT = 0.6;

function widthOf(count: number, most: number): string {
  return count === 0 ? '0' : `${Math.max(MIN_PERCENT, (100 * count) / most)}%`;
}

export function Funnel({ stages }: { stages: readonly Stage[] }) {
  const most = Math.max(1, ...stages.map(({ count }) => count));
  return (
    <ol className="funnel">
      {stages.map(({ name, count, goesOn }) => (
        <li key={name}>
          <span className="funnel-name">{name}</span>
          <span className="funnel-count">{formatCount(count)}</span>
          <span className="funnel-track" aria-hidden="true">
            <span className="funnel-bar" style={{ width: widthOf(count, most) }} />
          </span>
          {goesOn !== null && <span className="funnel-share">{goesOn}</span>}
        </li>
      ))}
    </ol>
  );
}
