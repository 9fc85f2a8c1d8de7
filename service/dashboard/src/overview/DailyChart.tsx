import { useMemo, useState } from 'react';
import { shownCurrencies } from '../ui/currencies.ts';
import { countOfEvent } from './funnel.ts';
import { formatCount, formatMoney, formatShortCount } from '../ui/numbers.ts';
import { formatDay, formatLongDay } from '../ui/times.ts';
import { BarChart } from '../ui/BarChart.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Money } from '../ui/Money.tsx';
import type { DayFigures } from './requests.ts';

/** What the chart can show of a day. */
interface Measure {
  value: string;
  name: string;
  isMoney: boolean;
  numberOf: (day: DayFigures) => number;
  textOf: (day: DayFigures) => string;
}

function countMeasure(value: string, name: string, numberOf: (day: DayFigures) => number): Measure {
  return { value, name, isMoney: false, numberOf, textOf: (day) => formatCount(numberOf(day)) };
}

function moneyMeasure(currency: string | null): Measure {
  const sumOf = ({ revenue }: DayFigures) => revenue.find((sum) => sum.currency === currency)?.sum ?? '0';
  return {
    value: `revenue ${currency ?? ''}`,
    name: currency ?? 'No currency',
    isMoney: true,
    // A bar needs no more digits than a number has; the text has them all.
    numberOf: (day) => Number(sumOf(day)),
    textOf: (day) => formatMoney(sumOf(day), currency),
  };
}

function measuresOf(days: readonly DayFigures[]): Measure[] {
  const currencies = new Set(days.flatMap(({ revenue }) => revenue.map(({ currency }) => currency)));
  const shown = shownCurrencies([...currencies].map((currency) => ({ currency })));
  return [
    countMeasure('clicks', 'Clicks', ({ clicks }) => clicks),
    countMeasure('installs', 'Installs', ({ installs }) => installs),
    countMeasure('opens', 'Opens', ({ opens }) => opens),
    countMeasure('purchases', 'Purchases', (day) => countOfEvent(day, 'purchase')),
    ...shown.map(({ currency }) => moneyMeasure(currency)).sort((one, other) => one.value.localeCompare(other.value)),
  ];
}

function describe(days: readonly DayFigures[], { name, numberOf, textOf }: Measure): string {
  const [best] = [...days].sort((one, other) => numberOf(other) - numberOf(one));
  if (!best || numberOf(best) === 0) return `${name} by day: nothing yet.`;
  return `${name} by day. The most were on ${formatLongDay(best.day)}: ${textOf(best)}. The table below has every day.`;
}

/** The days one by one: as a chart, and as a table for those who don't see it or want the numbers. */
export function DailyChart({ days }: { days: readonly DayFigures[] }) {
  const [wanted, setWanted] = useState('clicks');
  const [pointed, setPointed] = useState<number | null>(null);
  const measures = useMemo(() => measuresOf(days), [days]);
  const measure = measures.find(({ value }) => value === wanted) ?? measures[0];
  const labels = useMemo(() => days.map(({ day }) => formatDay(day)), [days]);
  const values = useMemo(() => days.map((day) => measure?.numberOf(day) ?? 0), [days, measure]);
  if (!measure) return null;
  const day = pointed === null ? undefined : days[pointed];

  return (
    <div className="daily">
      <div className="daily-head">
        <SegmentedControl legend="Shown in the chart" options={measures} value={measure.value} onChange={setWanted} />
        <p className="daily-reading" aria-hidden="true">
          {day ? (
            <>
              {formatLongDay(day.day)} <strong>{measure.textOf(day)}</strong>
            </>
          ) : (
            'Point at a day'
          )}
        </p>
      </div>
      <BarChart
        description={describe(days, measure)}
        labels={labels}
        values={values}
        formatValue={formatShortCount}
        isFractional={measure.isMoney}
        onPoint={setPointed}
      />
      <details className="daily-table">
        <summary>All days as a table</summary>
        <DataTable
          caption="Numbers by day, newest first"
          rows={[...days].reverse()}
          keyOf={({ day: name }) => name}
          columns={[
            { name: 'Day', render: (row) => formatLongDay(row.day) },
            { name: 'Clicks', isNumber: true, render: (row) => formatCount(row.clicks) },
            { name: 'Installs', isNumber: true, render: (row) => formatCount(row.installs) },
            { name: 'Opens', isNumber: true, render: (row) => formatCount(row.opens) },
            { name: 'Purchases', isNumber: true, render: (row) => formatCount(countOfEvent(row, 'purchase')) },
            { name: 'Revenue', isNumber: true, render: (row) => <Money sums={row.revenue} /> },
          ]}
        />
      </details>
    </div>
  );
}
