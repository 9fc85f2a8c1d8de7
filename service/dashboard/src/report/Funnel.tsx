import { formatCount } from '../ui/numbers.ts';
import { Explained } from '../ui/Explained.tsx';
import { Panel } from '../ui/Panel.tsx';
import { funnelOf, largestLoss } from './funnel.ts';
import type { Figures } from './requests.ts';

/** Of the longest bar, so even one person can be seen. */
const MIN_PERCENT = 0.6;

function lengthOf(count: number, most: number): string {
  return count === 0 ? '0' : `${Math.max(MIN_PERCENT, (100 * count) / most)}%`;
}

/** The way of people from the page to their first purchase. Only those whom links brought are on it. */
export function Funnel({ figures }: { figures: Figures }) {
  const stages = funnelOf(figures);
  const most = Math.max(1, ...stages.map(({ count }) => count));
  const loss = largestLoss(stages);
  return (
    <Panel title="From view to purchase" className="funnel-panel">
      <ol className="funnel">
        {stages.map(({ name, about, count, rate }) => (
          <li key={name}>
            <span className="funnel-name">
              <Explained word={name} meaning={about} />
            </span>
            <span className="funnel-count">{formatCount(count)}</span>
            <span className="funnel-track" aria-hidden="true">
              <span className="funnel-bar" style={{ flexBasis: lengthOf(count, most) }} />
            </span>
            <span className="funnel-share">{rate}</span>
          </li>
        ))}
      </ol>
      {loss !== null && <p className="panel-note">{loss}</p>}
    </Panel>
  );
}
