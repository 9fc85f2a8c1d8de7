import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useScheme } from './useScheme.ts';

/** A label of a day needs as much, with air. */
const LABEL_PX = 72;
/** Room for half of the last label. */
const RIGHT_PX = 24;
const WIDEST_BAR_PX = 44;
const SHARE_OF_BAR = 0.72;
const ROUNDING = 0.22;

/** 1, 2, 5, 10 and so on: nobody clicks half a time. */
const WHOLE_STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

interface BarChartProps {
  /** What it shows, in a sentence, for those who don't see it. */
  description: string;
  labels: readonly string[];
  values: readonly number[];
  formatValue: (value: number) => string;
  /** Whether values can be between two whole numbers. */
  isFractional: boolean;
  onPoint: (position: number | null) => void;
}

/** Positions of labels that don't touch, the last one included. */
function placeLabels(count: number, width: number): number[] {
  const step = Math.max(1, Math.ceil((count * LABEL_PX) / Math.max(1, width)));
  const places: number[] = [];
  for (let place = count - 1; place >= 0; place -= step) places.unshift(place);
  return places;
}

/** Bars on a canvas, in the colours of the page. */
export function BarChart({ description, labels, values, formatValue, isFractional, onPoint }: BarChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useScheme();

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const style = getComputedStyle(element);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour('--muted'), font: `12px ${colour('--sans')}`, ticks: { show: false } };
    const bars = UPlot.paths.bars?.({ size: [SHARE_OF_BAR, WIDEST_BAR_PX], radius: ROUNDING });
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        padding: [12, RIGHT_PX, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        scales: {
          x: { time: false, range: () => [-0.5, Math.max(labels.length, 1) - 0.5] },
          y: { range: (_chart, least, most) => [Math.min(0, least), most > 0 ? most * 1.06 : 1] },
        },
        axes: [
          {
            ...axis,
            size: 30,
            grid: { show: false },
            splits: (self) => placeLabels(labels.length, self.bbox.width / devicePixelRatio),
            values: (_chart, places) => places.map((position) => labels[position] ?? ''),
          },
          {
            ...axis,
            size: 52,
            space: 44,
            grid: { stroke: colour('--line'), width: 1 },
            ...(isFractional ? {} : { incrs: WHOLE_STEPS }),
            values: (_chart, marks) => marks.map(formatValue),
          },
        ],
        series: [
          {},
          {
            fill: colour('--accent'),
            width: 0,
            points: { show: false },
            ...(bars ? { paths: bars } : {}),
          },
        ],
        hooks: { setCursor: [(self) => onPoint(self.cursor.idx ?? null)] },
      },
      [labels.map((_, position) => position), [...values]],
      element
    );
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: element.clientHeight })
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [labels, values, formatValue, isFractional, onPoint, scheme]);

  return (
    <div className="chart" role="img" aria-label={description}>
      {/* Out of the flow, so that the canvas never decides how large its place is. */}
      <div ref={place} className="chart-place" />
    </div>
  );
}
