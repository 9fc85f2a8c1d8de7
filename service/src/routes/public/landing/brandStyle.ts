import type { App } from '../../../storage/schema/tables.ts';
import {
  contrastOf,
  inkOn,
  luminanceOf,
  MIN_LARGE_CONTRAST,
  MIN_TEXT_CONTRAST,
  mix,
  mixUntil,
} from '../../../values/colour.ts';
import { remember } from '../../../values/remember.ts';
import { landingRules } from './landingRules.ts';

export type BrandColours = Pick<App, 'accent' | 'background'>;
export type Scheme = 'light' | 'dark';

export const NO_COLOURS: BrandColours = { accent: null, background: null };

/** The same for all apps, so text is easy to read whatever the brand. */
const NEUTRAL = {
  light: { plain: '#f5f5f4', card: '#ffffff', ink: '#1b1b1d', quiet: '#616168', line: '#d9d9de' },
  dark: { plain: '#121214', card: '#1d1d20', ink: '#f3f3f5', quiet: '#a6a6ae', line: '#45454c' },
};

/** Around a dark card, a brighter ground would dazzle. */
const MAX_DARK_LUMINANCE = 0.03;

/** A page is as dark as its background: the texts stand on it on phones, and on the card elsewhere. */
function variablesOf({ accent, background: chosen }: BrandColours, preferred: Scheme): string {
  // A darkened pastel would be grey, so the page gets its tint from the accent, which has more of the brand.
  const isReplaced = preferred === 'dark' && accent !== null && chosen !== null && inkOn(chosen) === '#000000';
  const background = isReplaced ? null : chosen;
  const plain = background ?? NEUTRAL[preferred].plain;
  const tinted = background === null && accent !== null ? mix(plain, accent, 0.05) : plain;
  const isDim = (colour: string) => luminanceOf(colour) <= MAX_DARK_LUMINANCE;
  const ground = preferred === 'dark' ? mixUntil(tinted, '#000000', isDim) : tinted;
  const extreme = inkOn(ground);
  const scheme = extreme === '#ffffff' ? 'dark' : 'light';
  const { card, line, ...inks } = NEUTRAL[scheme];
  // An app without a colour has none: its button and its tile are ink.
  const main = accent ?? inks.ink;
  const glow = background === null ? mix(ground, main, accent === null ? 0.07 : 0.28) : ground;
  const seenOn =
    (least: number, ...grounds: string[]) =>
    (colour: string) =>
      grounds.every((each) => contrastOf(colour, each) >= least);
  const isReadable = seenOn(MIN_TEXT_CONTRAST, ground, glow, card);
  const ink = mixUntil(inks.ink, extreme, isReadable);
  const variables = {
    accent: main,
    // Large and bold text, on the button and the tile, needs less contrast.
    'accent-ink': inkOn(main, MIN_LARGE_CONTRAST),
    edge: mixUntil(main, extreme, seenOn(MIN_LARGE_CONTRAST, ground, card)),
    ground,
    glow,
    card,
    ink,
    quiet: mixUntil(inks.quiet, ink, isReadable),
    line,
  };
  const written = Object.entries(variables).map(([name, value]) => `--${name}:${value};`);
  return `:root{color-scheme:${scheme};${written.join('')}}`;
}

function makeStyle(colours: BrandColours, scheme: Scheme | null): string {
  const variables = scheme
    ? variablesOf(colours, scheme)
    : `${variablesOf(colours, 'light')}\n@media (prefers-color-scheme: dark){${variablesOf(colours, 'dark')}}`;
  return `\n${variables}${landingRules}`;
}

/** Every app has one. */
export const STYLES_REMEMBERED = 1_000;

/** Computing contrasts took half of a page's time. */
const styleOf = remember(STYLES_REMEMBERED, (key) => {
  const [accent = null, background = null, scheme = null] = key.split(' ').map((text) => text || null);
  return makeStyle({ accent, background }, scheme as Scheme | null);
});

/** The page's whole style, for the scheme that the browser prefers. A preview says which. */
export function brandStyle({ accent, background }: BrandColours, scheme?: Scheme): string {
  return styleOf(`${accent ?? ''} ${background ?? ''} ${scheme ?? ''}`);
}
