import { lazy, Suspense, useState } from 'react';
import { Loading } from '../ui/Loading.tsx';
import { formatShortCount, formatShortMoney } from '../ui/numbers.ts';
import { formatDay, formatHour, formatLongDay } from '../ui/times.ts';
import { todayIn } from '../ui/useDays.ts';
import { alignPoints } from './alignPoints.ts';
import { LineChart } from './LineChart.tsx';
import { MEASURE_NAMES, numberOf, textOf, type Measure } from './measures.ts';
import type { Point, Report } from './requests.ts';
import { runningOf } from './runningOf.ts';

const CurveTable = lazy(async () => ({ default: (await import('./CurveTable.tsx')).CurveTable }));

export interface CurveProps {
  report: Report;
  measure: Measure;
  timezone: string;
  /** The name of the saved table. */
  file: string;
  /** Whether there are filters that can be removed. */
  isFiltered?: boolean | undefined;
}

function describe(measure: Measure, unit: Report['unit'], best: { name: string; text: string } | null): string {
  const name = `${MEASURE_NAMES[measure]} by ${unit}`;
  if (!best) return `${name}: nothing yet.`;
  return `${name}. Highest ${unit === 'day' ? 'on' : 'at'} ${best.name}: ${best.text}. The table below has every ${unit}.`;
}

/** The chosen number over time: as a curve, and as a table for those who don't see it or want the numbers. */
export function Curve({ report, measure, timezone, file, isFiltered = false }: CurveProps) {
  const [isOpen, setOpen] = useState(false);
  const { points, unit, mainCurrency } = report;
  const running = runningOf(report, todayIn(timezone));
  const nameOf = ({ at }: Point) => (unit === 'day' ? formatLongDay(at) : formatHour(at, timezone));
  const hasBefore = report.pointsBefore.length > 0;
  const before = unit === 'hour' && hasBefore ? alignPoints(points, report.pointsBefore, nameOf) : report.pointsBefore;
  const text = (point: Point) => textOf(point, measure, mainCurrency);
  const number = (point: Point) => numberOf(point, measure, mainCurrency);
  // Nothing is known of hours to come.
  const known = unit === 'hour' && running !== null ? points.slice(0, running + 1) : points;
  const [best] = known.toSorted((one, other) => (number(other) ?? 0) - (number(one) ?? 0));
  const description = describe(measure, unit, best && number(best) ? { name: nameOf(best), text: text(best) } : null);

  const readingAt = (at: number) => {
    const [point, earlier] = [points[at], before[at]];
    if (!point) return null;
    const isToCome = at >= known.length;
    const name = `${nameOf(point)}${at === running ? ', so far' : ''}`;
    return {
      name,
      value: isToCome ? 'to come' : text(point),
      before: earlier ? `${unit === 'day' ? nameOf(earlier) : 'the day before'}: ${text(earlier)}` : null,
    };
  };

  return (
    <div className="curve">
      {points.length === 1 ? (
        <p className="panel-body muted">
          A single day has no curve here.{' '}
          {isFiltered
            ? 'Hours are counted only for the whole app: remove the filters to see them.'
            : report.sales === 'links'
              ? 'Hours are counted only for all sales.'
              : 'Choose more days.'}
        </p>
      ) : (
        <>
          <p className="curve-keys" aria-hidden="true">
            <span className="key-now">{MEASURE_NAMES[measure]}</span>
            {hasBefore && <span className="key-before">{unit === 'day' ? 'days before' : 'day before'}</span>}
            {running !== null && <span className="key-running">{unit === 'day' ? 'today, so far' : 'this hour'}</span>}
          </p>
          <LineChart
            description={description}
            labels={points.map(({ at }) => (unit === 'day' ? formatDay(at) : formatHour(at, timezone)))}
            values={points.map((point, at) => (at < known.length ? number(point) : null))}
            before={before.map((point) => (point ? number(point) : null))}
            running={running}
            formatMark={(mark) =>
              measure === 'revenue'
                ? formatShortMoney(mark, mainCurrency)
                : formatShortCount(measure === 'conversion' ? 100 * mark : mark)
            }
            isFractional={measure === 'revenue' || measure === 'conversion'}
            readingAt={readingAt}
          />
        </>
      )}
      <details className="curve-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>All {unit}s as a table</summary>
        {isOpen && (
          <Suspense fallback={<Loading what="the table" lines={8} />}>
            <CurveTable points={known.toReversed()} unit={unit} nameOf={nameOf} main={mainCurrency} file={file} />
          </Suspense>
        )}
      </details>
    </div>
  );
}
