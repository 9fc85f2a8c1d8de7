import { useState } from 'react';

/** How many lines of the grid there are, at the most. */
const GRID = 4;
const MAX_LABELS = 6;

interface LineChartProps {
  /** What it shows, in a sentence, for those who don't see it. */
  description: string;
  labels: readonly string[];
  /** Null where there is no value. */
  values: readonly (number | null)[];
  /** The same of the days before, drawn dashed. */
  before: readonly (number | null)[];
  formatMark: (value: number) => string;
  /** Whether values can be between two whole numbers. */
  isFractional: boolean;
  onPoint: (position: number | null) => void;
}

/** 1, 2 or 5 times a power of ten, so that few of them reach the top. */
function stepFor(span: number, isFractional: boolean): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(span / GRID, Number.MIN_VALUE)));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each * GRID >= span) ?? power;
  return isFractional ? step : Math.max(1, step);
}

/** Points as a path; where a value is missing, a new line begins. */
function pathOf(values: readonly (number | null)[], x: (at: number) => number, y: (value: number) => number): string {
  return values
    .map((value, at) => {
      if (value === null) return '';
      const isFirst = at === 0 || values[at - 1] === null;
      return `${isFirst ? 'M' : 'L'}${x(at).toFixed(3)} ${y(value).toFixed(3)}`;
    })
    .join('');
}

/** A curve in the colours of the page, and that of the days before. It is as wide as its place. */
export function LineChart({ description, labels, values, before, formatMark, isFractional, onPoint }: LineChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const known = [...values, ...before].filter((value) => value !== null);
  const least = Math.min(0, ...known);
  const step = stepFor(Math.max(...known, least + (isFractional ? 0.01 : 1)) - least, isFractional);
  const bottom = Math.floor(least / step) * step;
  const marks = Array.from({ length: GRID + 2 }, (_, place) => bottom + place * step);
  const top = marks.find((mark) => mark >= Math.max(...known, bottom + step)) ?? bottom + step;
  const shown = marks.filter((mark) => mark <= top);
  const x = (at: number) => (labels.length < 2 ? 50 : (100 * at) / (labels.length - 1));
  const y = (value: number) => 100 - (100 * (value - bottom)) / (top - bottom);
  const every = Math.ceil(labels.length / MAX_LABELS);
  const line = pathOf(values, x, y);

  const point = (at: number | null) => {
    setPointed(at);
    onPoint(at);
  };
  const follow = ({ clientX, currentTarget }: { clientX: number; currentTarget: Element }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = Math.round(((clientX - left) / Math.max(1, width)) * (labels.length - 1));
    point(Math.max(0, Math.min(labels.length - 1, at)));
  };

  return (
    <div className="chart" role="img" aria-label={description}>
      <div className="chart-marks">
        {shown.map((mark) => (
          <span key={mark} style={{ top: `${y(mark)}%` }}>
            {formatMark(mark)}
          </span>
        ))}
      </div>
      <div className="chart-place" onPointerMove={follow} onPointerLeave={() => point(null)}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {shown.map((mark) => (
            <line key={mark} className="chart-grid" x1="0" x2="100" y1={y(mark)} y2={y(mark)} />
          ))}
          {line !== '' && <path className="chart-area" d={`${line}L100 ${y(0)}L0 ${y(0)}Z`} />}
          <path className="chart-before" d={pathOf(before, x, y)} />
          <path className="chart-line" d={line} />
          {pointed !== null && <line className="chart-pointed" x1={x(pointed)} x2={x(pointed)} y1="0" y2="100" />}
        </svg>
      </div>
      <div className="chart-labels">
        {labels.map((label, at) =>
          (labels.length - 1 - at) % every === 0 ? (
            <span key={label} style={{ left: `${x(at)}%` }}>
              {label}
            </span>
          ) : null
        )}
      </div>
    </div>
  );
}
