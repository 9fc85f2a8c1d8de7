import { useState } from 'react';
import { DataTable } from '../ui/DataTable.tsx';
import { Money, writeMoney } from '../ui/Money.tsx';
import { formatShare, formatShortCount } from '../ui/numbers.ts';
import { formatDay, formatHour, formatLongDay } from '../ui/times.ts';
import { LineChart } from './LineChart.tsx';
import { definitionOf, MEASURE_NAMES, numberOf, textOf, type Measure } from './measures.ts';
import type { Point, Report } from './requests.ts';

interface CurveProps {
  report: Report;
  measure: Measure;
  timezone: string;
  /** Of what the table is saved as. */
  file: string;
}

function describe(measure: Measure, unit: Report['unit'], best: { name: string; text: string } | null): string {
  const name = `${MEASURE_NAMES[measure]} by ${unit}`;
  if (!best) return `${name}: nothing yet.`;
  return `${name}. Highest ${unit === 'day' ? 'on' : 'at'} ${best.name}: ${best.text}. The table below has every ${unit}.`;
}

/** The chosen number over time: as a curve, and as a table for those who don't see it or want the numbers. */
export function Curve({ report, measure, timezone, file }: CurveProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { points, pointsBefore, unit, mainCurrency } = report;
  const nameOf = ({ at }: Point) => (unit === 'day' ? formatLongDay(at) : formatHour(at, timezone));
  const text = (point: Point) => textOf(point, measure, mainCurrency);
  const number = (point: Point) => numberOf(point, measure, mainCurrency);
  const [best] = points.toSorted((one, other) => (number(other) ?? 0) - (number(one) ?? 0));
  const description = describe(measure, unit, best && number(best) ? { name: nameOf(best), text: text(best) } : null);
  const [point, before] = [points[pointed ?? -1], pointsBefore[pointed ?? -1]];

  return (
    <div className="curve">
      {points.length === 1 ? (
        <p className="panel-body muted">
          One day is one number. Hours are only counted for the whole app: remove the filters to see them.
        </p>
      ) : (
        <>
          <p className="curve-reading" aria-hidden="true">
            {point ? (
              <>
                {nameOf(point)} <strong>{text(point)}</strong>
                {before && (
                  <span className="muted">
                    {nameOf(before)}: {text(before)}
                  </span>
                )}
              </>
            ) : (
              <>
                <span className="key-now">these {unit}s</span>
                {pointsBefore.length > 0 && <span className="key-before">the {unit}s before</span>}
              </>
            )}
          </p>
          <LineChart
            description={description}
            labels={points.map(({ at }) => (unit === 'day' ? formatDay(at) : formatHour(at, timezone)))}
            values={points.map(number)}
            before={pointsBefore.map(number)}
            formatMark={measure === 'conversion' ? formatShare : formatShortCount}
            isFractional={measure === 'revenue' || measure === 'conversion'}
            onPoint={setPointed}
          />
        </>
      )}
      <details className="curve-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>All {unit}s as a table</summary>
        {isOpen && (
          <DataTable
            caption={`Numbers by ${unit}, newest first`}
            file={file}
            rows={points.toReversed()}
            keyOf={({ at }) => at}
            columns={[
              { name: unit === 'day' ? 'Day' : 'Hour', text: ({ at }) => at, render: nameOf },
              { name: 'Visitors', isNumber: true, about: definitionOf('visitors'), text: ({ visitors }) => visitors },
              { name: 'Installs', isNumber: true, about: definitionOf('installs'), text: ({ installs }) => installs },
              { name: 'Buyers', isNumber: true, about: definitionOf('buyers'), text: ({ buyers }) => buyers },
              {
                name: 'Revenue',
                isNumber: true,
                about: definitionOf('revenue'),
                text: ({ revenue }) => writeMoney(revenue, mainCurrency),
                render: ({ revenue }) => <Money sums={revenue} main={mainCurrency} />,
              },
            ]}
          />
        )}
      </details>
    </div>
  );
}
