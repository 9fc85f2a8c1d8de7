import { encode } from 'uqr';
import { contrastOf, mixUntil } from '../../../src/values/colour.ts';

/** White around the code, in modules: what the standard asks for. */
const BORDER = 4;

/** The icon's share of the code's width without the border. The highest error correction makes up for the gap. */
const ICON_SHARE = 0.22;

/** Scanners need dark on light. */
const MIN_CONTRAST = 4.5;

export interface QrLook {
  colour: string;
  /** In the middle; null for none. */
  icon: HTMLImageElement | null;
}

/** The app's colour, or a darker one if scanners wouldn't read it. */
export const qrColour = (accent: string | null) =>
  mixUntil(accent ?? '#000000', '#000000', (colour) => contrastOf(colour, '#ffffff') >= MIN_CONTRAST);

function modulesOf(text: string, hasIcon: boolean) {
  return encode(text, { ecc: hasIcon ? 'H' : 'M', border: BORDER });
}

/** Where the icon is, in modules. */
function iconPlace(size: number) {
  const side = Math.round((size - 2 * BORDER) * ICON_SHARE);
  return { at: (size - side) / 2, side };
}

/** The dark modules as one path, in a square of `size`. */
export function qrPath(text: string, hasIcon = false): { size: number; path: string } {
  const { data, size } = modulesOf(text, hasIcon);
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}

/** An icon embedded in the SVG, so the file needs no other. */
function dataUrl(icon: HTMLImageElement): string {
  const canvas = document.createElement('canvas');
  canvas.width = icon.naturalWidth || 256;
  canvas.height = icon.naturalHeight || 256;
  canvas.getContext('2d')?.drawImage(icon, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

/** The code as an SVG file. */
export function qrSvg(text: string, { colour, icon }: QrLook): string {
  const { size, path } = qrPath(text, icon !== null);
  const { at, side } = iconPlace(size);
  const image =
    icon === null
      ? ''
      : `<rect x="${at - 0.5}" y="${at - 0.5}" width="${side + 1}" height="${side + 1}" fill="#fff"/><image x="${at}" y="${at}" width="${side}" height="${side}" href="${dataUrl(icon)}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="${colour}" shape-rendering="crispEdges"/>${image}</svg>\n`;
}

/** Draws the code on the whole of a canvas. */
export function drawQr(canvas: HTMLCanvasElement, text: string, { colour, icon }: QrLook): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { data, size } = modulesOf(text, icon !== null);
  const scale = canvas.width / size;
  const edge = (place: number) => Math.round(place * scale);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = colour;
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(edge(x), edge(y), edge(x + 1) - edge(x), edge(y + 1) - edge(y));
    })
  );
  if (icon === null) return;
  const { at, side } = iconPlace(size);
  pen.fillStyle = '#fff';
  pen.fillRect(edge(at - 0.5), edge(at - 0.5), edge(side + 1), edge(side + 1));
  pen.drawImage(icon, edge(at), edge(at), edge(side), edge(side));
}
