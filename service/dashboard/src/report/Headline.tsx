import { formatDay } from '../ui/times.ts';
import { Curve } from './Curve.tsx';
import { MEASURE_NAMES, type Measure } from './measures.ts';
import type { Report } from './requests.ts';
import { Tiles } from './Tiles.tsx';

interface HeadlineProps {
  report: Report;
  measure: Measure;
  onShow: (measure: Measure) => void;
  timezone: string;
  /** Of what the table of the curve is saved as. */
  file: string;
}

/** The numbers of a report, and the chosen one over time. */
export function Headline({ report, measure, onShow, timezone, file }: HeadlineProps) {
  return (
    <section className="headline" aria-label={`Numbers, and ${MEASURE_NAMES[measure].toLowerCase()} by ${report.unit}`}>
      <Tiles report={report} shown={measure} onShow={onShow} />
      <Curve report={report} measure={measure} timezone={timezone} file={file} />
      {report.zoneChanges.map(({ day, hours, from, to }) => (
        <p className="panel-note" key={day}>
          {formatDay(day)} has {hours} hours, because the time zone changed from {from} to {to}.
        </p>
      ))}
    </section>
  );
}
