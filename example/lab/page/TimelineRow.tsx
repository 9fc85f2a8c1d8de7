import type { TimelineEntry } from '../state/LabState';
import { formatMs } from './formatMs';
import { outcomeTone } from './outcomeTone';
import { steps } from './steps';

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
    <li className="step" data-step={step} data-tone={outcomeTone(step, outcome)}>
      <span className="step-name">
        <span className="step-number">{steps[step].number ?? '·'}</span> {steps[step].name}
      </span>
      <span className="track" aria-hidden="true">
        <span className="bar" style={{ left: `${left}%`, width: `${width}%` }} />
      </span>
      <span className="step-time">{formatMs(durationMs)}</span>
      <strong className="step-outcome">{outcome}</strong>
      {note ? <span className="step-reason">{note}</span> : null}
    </li>
  );
}
