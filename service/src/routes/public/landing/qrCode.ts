import { encode } from 'uqr';
import { remember } from '../../../values/remember.ts';

/** With more characters a code is too fine for a screen, and takes longer to draw than the rest of the page. */
const MAX_LENGTH = 120;

/** White around the code, in modules. */
const BORDER = 2;

/** Readers take any of the eight masks. Comparing them all takes ten times as long as drawing with one. */
const MASK = 2;

/** Each takes about five kilobytes. */
const CODES_REMEMBERED = 1_000;

/** The runs of dark modules in a row, as commands of an SVG path. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = '';
  let [at, pen] = [0, 0];
  while (at < row.length) {
    const start = at;
    while (row[at]) at += 1;
    if (at > start) {
      path += `${path ? `m${start - pen} 0` : `M${start} ${y}.5`}h${at - start}`;
      pen = at;
    }
    at += 1;
  }
  return path;
}

function draw(url: string, ecc: 'L' | 'Q'): string {
  const { data, size } = encode(url, { ecc, border: BORDER, maskPattern: MASK });
  const path = data.map(drawRow).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${path}"/></svg>`;
}

const drawn = {
  plain: remember(CODES_REMEMBERED, (url) => draw(url, 'L')),
  withIcon: remember(CODES_REMEMBERED, (url) => draw(url, 'Q')),
};

/** The first address that is short enough for a phone to scan it from a screen; null if none is. */
export function scannable(...urls: readonly string[]): string | null {
  return urls.find((url) => url.length <= MAX_LENGTH) ?? null;
}

/** A code for a phone to scan, as SVG. An icon hides a twentieth of it, so it gets enough redundancy to do without. */
export function qrCode(url: string, hasIcon: boolean): string {
  return drawn[hasIcon ? 'withIcon' : 'plain'](url);
}
