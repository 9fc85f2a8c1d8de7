/** Red, green and blue from 0 to 255. */
type Colour = readonly number[];

const read = (hex: string): Colour => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

const write = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** As WCAG defines it: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = read(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** What WCAG asks for between a text and its ground. */
export const MIN_TEXT_CONTRAST = 4.5;

/** The same for large or bold text from 18.66 pixels, at the edge of a button, and for what shows the focus. */
export const MIN_LARGE_CONTRAST = 3;

/** From 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** `share` of the other colour, and the rest of the first. */
export function mix(hex: string, other: string, share: number): string {
  const added = read(other);
  return write(read(hex).map((part, i) => part + ((added[i] ?? 0) - part) * share));
}

const STEP = 0.02;

/** The colour itself, or the nearest on its way to the other that satisfies the condition. */
export function mixUntil(hex: string, other: string, isEnough: (mixed: string) => boolean): string {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mix(hex, other, share);
    if (isEnough(mixed)) return mixed;
  }
  return other;
}

/** White if it can be read on the ground, as most brands use it, or else black, whose contrast is then at least 4.6. */
export function inkOn(ground: string, least = MIN_TEXT_CONTRAST): string {
  return contrastOf(ground, '#ffffff') >= least ? '#ffffff' : '#000000';
}
