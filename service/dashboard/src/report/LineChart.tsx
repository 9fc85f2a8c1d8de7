import { useId, useState, type KeyboardEvent } from 'react';

/** At most this many steps of the grid cover the span of the values. */
const GRID = 4;
const MAX_LABELS = 6;

/** What is shown at the point under the pointer. */
interface Reading {
  name: string;
  value: string;
  before: string | null;
}

interface LineChartProps {
  /** The chart in a sentence, for those who don't see it. */
  description: string;
  labels: readonly string[];
  /** Null where there is no value. */
  values: readonly (number | null)[];
  /** The same of the days before, drawn dashed. */
  before: readonly (number | null)[];
  /** The position of the day or hour that isn't over yet, drawn dotted; null if all are over. */
  running: number | null;
  formatMark: (value: number) => string;
  /** Whether values can be between two whole numbers. */
  isFractional: boolean;
  readingAt: (position: number) => Reading | null;
}

/** 1, 2 or 5 times a power of ten, so a few of them reach the top. */
function stepFor(span: number, isFractional: boolean): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(span / GRID, Number.MIN_VALUE)));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each * GRID >= span) ?? power;
  return isFractional ? step : Math.max(1, step);
}

/** Points as a path, interrupted where a value is missing. */
function pathOf(values: readonly (number | null)[], x: (at: number) => number, y: (value: number) => number): string {
  return values
    .map((value, at) => {
      if (value === null) return '';
      const isFirst = at === 0 || values[at - 1] === null;
      return `${isFirst ? 'M' : 'L'}${x(at).toFixed(3)} ${y(value).toFixed(3)}`;
    })
    .join('');
}

/** Where a key leads from a position. */
function moveBy(key: string, from: number, last: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, from - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, from + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/** A curve, and that of the days before. It can be read with the pointer and with arrow keys. */
export function LineChart(props: LineChartProps) {
  const { description, labels, values, before, running, formatMark, isFractional, readingAt } = props;
  const fade = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  const known = [...values, ...before].filter((value) => value !== null);
  const least = Math.min(0, ...known);
  const step = stepFor(Math.max(...known, least + (isFractional ? 0.01 : 1)) - least, isFractional);
  const bottom = Math.floor(least / step) * step;
  const marks = Array.from({ length: GRID + 2 }, (_, place) => bottom + place * step);
  const top = marks.find((mark) => mark >= Math.max(...known, bottom + step)) ?? bottom + step;
  const shown = marks.filter((mark) => mark <= top);
  const lastPlace = labels.length - 1;
  const x = (at: number) => (lastPlace < 1 ? 50 : (100 * at) / lastPlace);
  const y = (value: number) => 100 - (100 * (value - bottom)) / (top - bottom);
  const every = Math.ceil(labels.length / MAX_LABELS);
  const over = values.map((value, at) => (running !== null && at >= running ? null : value));
  const under = values.map((value, at) => (running !== null && at >= running - 1 && at <= running ? value : null));
  const drawn = values.findLastIndex((value) => value !== null);
  const reading = pointed === null ? null : readingAt(pointed);
  const pointedValue = pointed === null ? null : (values[pointed] ?? null);

  const follow = ({ clientX, currentTarget }: { clientX: number; currentTarget: Element }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = Math.round(((clientX - left) / Math.max(1, width)) * lastPlace);
    setPointed(Math.max(0, Math.min(lastPlace, at)));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setPointed(null);
    const at = moveBy(event.key, pointed ?? lastPlace + 1, lastPlace);
    if (at === null) return;
    event.preventDefault();
    setPointed(at);
  };

  return (
    <div className="chart">
      <div className="chart-marks" aria-hidden="true">
        {shown.map((mark) => (
          <span key={mark} style={{ top: `${y(mark)}%` }}>
            {formatMark(mark)}
          </span>
        ))}
      </div>
      <div
        className="chart-place"
        role="slider"
        tabIndex={0}
        aria-label={description}
        aria-valuemin={0}
        aria-valuemax={lastPlace}
        aria-valuenow={pointed ?? lastPlace}
        aria-valuetext={reading ? `${reading.name}: ${reading.value}` : 'Use the arrow keys to read the values'}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setPointed(null)}
        onKeyDown={press}
        onBlur={() => setPointed(null)}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {shown.map((mark) => (
            <line key={mark} className="chart-grid" x1="0" x2="100" y1={y(mark)} y2={y(mark)} />
          ))}
          <linearGradient id={fade} x2="0" y2="1">
            <stop stopColor="var(--accent)" stopOpacity="0.2" />
            <stop offset="1" stopColor="var(--accent)" stopOpacity="0.02" />
          </linearGradient>
          {drawn > 0 && (
            <path
              fill={`url(#${fade})`}
              d={`${pathOf(values.slice(0, drawn + 1), x, y)}L${x(drawn)} ${y(0)}L0 ${y(0)}Z`}
            />
          )}
          <path className="chart-before" d={pathOf(before, x, y)} />
          <path className="chart-line" d={pathOf(over, x, y)} />
          <path className="chart-line chart-running" d={pathOf(under, x, y)} />
          {pointed !== null && <line className="chart-pointed" x1={x(pointed)} x2={x(pointed)} y1="0" y2="100" />}
        </svg>
        {pointed !== null && pointedValue !== null && (
          <span className="chart-dot" style={{ left: `${x(pointed)}%`, top: `${y(pointedValue)}%` }} />
        )}
        {pointed !== null && reading && (
          // At the left end of the chart, the box is to the right of the pointer; at the right end, to its left.
          <div className="chart-reading" style={{ left: `${x(pointed)}%`, translate: `${-x(pointed)}% 0` }}>
            <span>{reading.name}</span>
            <strong>{reading.value}</strong>
            {reading.before !== null && <span className="chart-reading-before">{reading.before}</span>}
          </div>
        )}
      </div>
      <div className="chart-labels" aria-hidden="true">
        {labels.map((label, at) =>
          (lastPlace - at) % every === 0 ? (
            <span key={at} style={{ left: `${x(at)}%` }} data-end={at === lastPlace}>
              {label}
            </span>
          ) : null
        )}
      </div>
    </div>
  );
}
