import { formatDay } from '../ui/times.ts';
import { Curve, type CurveProps } from './Curve.tsx';
import { MEASURE_NAMES, type Measure } from './measures.ts';
import { Tiles } from './Tiles.tsx';

interface HeadlineProps extends CurveProps {
  onShow: (measure: Measure) => void;
}

/** The numbers of a report, and the chosen one over time. */
export function Headline({ onShow, ...curve }: HeadlineProps) {
  const { report, measure } = curve;
  return (
    <section className="headline" aria-label={`Numbers, and ${MEASURE_NAMES[measure].toLowerCase()} by ${report.unit}`}>
      <Tiles report={report} shown={measure} onShow={onShow} />
      <Curve {...curve} />
      {report.zoneChanges.map(({ day, hours, from, to }) => (
        <p className="panel-note" key={day}>
          {formatDay(day)} has {hours} hours, because the time zone changed from {from} to {to}.
        </p>
      ))}
    </section>
  );
}
