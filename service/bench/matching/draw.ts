import type { Band } from './figures.ts';

interface Point {
  x: number;
  y: number;
}

export interface Series {
  name: string;
  colour: string;
  points: readonly Point[];
}

interface Panel {
  title: string;
  xTitle: string;
  yTitle: string;
  from: Point;
  to: Point;
  step: Point;
  /** The line on which all points would lie if the confidence were exact. */
  diagonal: boolean;
  series: readonly Series[];
}

const SIDE = 380;
const MARGIN = 64;

const round = (value: number) => Number(value.toFixed(1));
const percent = (value: number) => `${Math.round(value * 100)}`;

function ticks(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step);
}

function drawPanel(panel: Panel, left: number): string {
  const { from, to, step } = panel;
  const x = (value: number) => round(left + ((value - from.x) / (to.x - from.x)) * SIDE);
  const y = (value: number) => round(MARGIN + SIDE - ((value - from.y) / (to.y - from.y)) * SIDE);
  const bottom = MARGIN + SIDE;
  const grid = [
    ...ticks(from.x, to.x, step.x).map(
      (tick) =>
        `<path class="grid" d="M${x(tick)} ${MARGIN}V${bottom}"/><text class="tick" x="${x(tick)}" y="${bottom + 18}" text-anchor="middle">${percent(tick)}</text>`
    ),
    ...ticks(from.y, to.y, step.y).map(
      (tick) =>
        `<path class="grid" d="M${left} ${y(tick)}H${left + SIDE}"/><text class="tick" x="${left - 8}" y="${y(tick) + 4}" text-anchor="end">${percent(tick)}</text>`
    ),
  ];
  const lines = panel.series.flatMap(({ name, colour, points }, index) => {
    const visible = points.filter(({ x: px, y: py }) => px >= from.x && px <= to.x && py >= from.y && py <= to.y);
    const legendY = bottom - 16 - 20 * (panel.series.length - 1 - index);
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${visible.map((point) => `${x(point.x)},${y(point.y)}`).join(' ')}"/>`,
      ...visible.map((point) => `<circle cx="${x(point.x)}" cy="${y(point.y)}" r="3" fill="${colour}"/>`),
      `<circle cx="${left + 16}" cy="${legendY - 4}" r="4" fill="${colour}"/><text class="name" x="${left + 28}" y="${legendY}">${name}</text>`,
    ];
  });
  return [
    `<text class="title" x="${left}" y="${MARGIN - 24}">${panel.title}</text>`,
    ...grid,
    ...(panel.diagonal ? [`<path class="diagonal" d="M${x(from.x)} ${y(from.y)}L${x(to.x)} ${y(to.y)}"/>`] : []),
    ...lines,
    `<text class="axis" x="${left + SIDE / 2}" y="${bottom + 40}" text-anchor="middle">${panel.xTitle}</text>`,
    `<text class="axis" transform="translate(${left - 40} ${MARGIN + SIDE / 2}) rotate(-90)" text-anchor="middle">${panel.yTitle}</text>`,
  ].join('\n');
}

/** A point with fewer cases says nothing. */
const MIN_CASES = 50;

export function calibrationSeries(name: string, colour: string, bands: readonly Band[]): Series {
  const points = bands.filter(({ cases }) => cases >= MIN_CASES).map(({ said, right }) => ({ x: said, y: right }));
  return { name, colour, points };
}

/** Two panels as SVG: the share that was right against the confidence, and precision against recall. */
export function drawFigures(calibration: readonly Series[], curves: readonly Series[]): string {
  const panels: Panel[] = [
    {
      title: 'Calibration: is it as often right as it says?',
      xTitle: 'confidence, %',
      yTitle: 'right, %',
      from: { x: 0, y: 0 },
      to: { x: 1, y: 1 },
      step: { x: 0.2, y: 0.2 },
      diagonal: true,
      series: calibration,
    },
    {
      title: 'Precision against recall, by threshold',
      xTitle: 'recall, %',
      yTitle: 'precision, %',
      from: { x: 0.5, y: 0.9 },
      to: { x: 0.9, y: 1 },
      step: { x: 0.1, y: 0.02 },
      diagonal: false,
      series: curves,
    },
  ];
  const width = panels.length * (SIDE + 2 * MARGIN);
  const height = SIDE + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" role="img" aria-label="Two charts: calibration, and precision against recall">
<style>
text { fill: #222 } .title { font-size: 15px; font-weight: 600 } .tick, .name, .axis { font-size: 12px }
.grid { stroke: #ddd } .diagonal { stroke: #888; stroke-dasharray: 4 4 }
</style>
<rect width="${width}" height="${height}" fill="#fff"/>
${panels.map((panel, index) => drawPanel(panel, MARGIN + index * (SIDE + 2 * MARGIN))).join('\n')}
</svg>
`;
}
