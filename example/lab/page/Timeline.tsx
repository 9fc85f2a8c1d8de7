import type { CSSProperties } from 'react';

import type { Episode } from '../state/LabState';
import { originOf } from '../state/originOf';
import { axisTicks } from './axisTicks';
import { outcomeNote } from './outcomeNote';
import { positionOf } from './steps';
import { TimelineRow } from './TimelineRow';

/** Each step as a bar on the axis that they share. */
export function Timeline({ episode }: { episode: Episode }) {
  // The order of the explanation: some steps run side by side, and rows must not swap from launch to launch.
  const entries = episode.entries.toSorted(
    (one, other) =>
      positionOf(one.diagnostic.step) - positionOf(other.diagnostic.step) || one.startedAt - other.startedAt
  );
  const origin = originOf(episode);
  const ticks = axisTicks(Math.max(0, ...entries.map((entry) => entry.endedAt - origin)));
  const axisMs = ticks.at(-1) ?? 1;
  return (
    <div
      className="steps"
      role="region"
      aria-label="Steps"
      style={{ '--intervals': ticks.length - 1 } as CSSProperties}
    >
      <div className="axis" aria-hidden="true">
        {ticks.map((tick, index) => (
          <span key={tick} style={{ left: `${(tick / axisMs) * 100}%` }}>
            {index === ticks.length - 1 ? `${tick} ms` : tick}
          </span>
        ))}
      </div>
      <ol>
        {entries.map((entry, index) => (
          <TimelineRow key={index} entry={entry} note={outcomeNote(episode, entry)} origin={origin} axisMs={axisMs} />
        ))}
      </ol>
    </div>
  );
}
