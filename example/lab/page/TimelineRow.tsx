import type { TimelineEntry } from '../state/LabState';
import { formatMs } from './formatMs';
import { outcomeTone } from './outcomeTone';
import { stepNames } from './stepNames';

interface Props {
  entry: TimelineEntry;
  note: string | undefined;
  origin: number;
  axisMs: number;
}

export function TimelineRow({ entry, note, origin, axisMs }: Props) {
  const { step, outcome, durationMs } = entry.diagnostic;
  const left = ((entry.startedAt - origin) / axisMs) * 100;
  const width = (durationMs / axisMs) * 100;
  return (
    <li className="step" data-step={step} data-tone={outcomeTone(outcome)}>
      <span className="step-name">{stepNames[step]}</span>
      <span className="track" aria-hidden="true">
        <span className="bar" style={{ left: `${left}%`, width: `${width}%` }} />
      </span>
      <span className="step-time">{formatMs(durationMs)}</span>
      <strong className="step-outcome">{outcome}</strong>
      {note ? <span className="step-reason">{note}</span> : null}
    </li>
  );
}
