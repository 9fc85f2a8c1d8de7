import type { CSSProperties } from 'react';
import { contrastOf, inkOn, mix, mixUntil } from '../../../src/values/colour.ts';

/** Each scheme's lightest and darkest ground, and the direction in which colours become readable: see tokens.css. */
const SCHEMES = {
  light: { ground: '#ffffff', page: '#f5f8f7', towards: '#000000' },
  dark: { ground: '#131c1b', page: '#0b1211', towards: '#ffffff' },
};

/** The share of the colour in a ground that is tinted with it. */
const WASH = 0.14;

/** What WCAG asks for between a text and its ground. */
const MIN_CONTRAST = 4.5;

/** The app's colour in place of ours, in both schemes, made readable if it isn't; shared.css uses the variables. */
export function brandColours(accent: string | null): CSSProperties | undefined {
  if (accent === null) return undefined;
  const variables = Object.entries(SCHEMES).flatMap(([scheme, { ground, page, towards }]) => {
    const wash = mix(ground, accent, WASH);
    const grounds = [ground, page, wash];
    const readable = mixUntil(accent, towards, (colour) =>
      grounds.every((each) => contrastOf(colour, each) >= MIN_CONTRAST)
    );
    return [
      [`--${scheme}-accent`, readable],
      [`--${scheme}-on-accent`, inkOn(readable)],
      [`--${scheme}-accent-wash`, wash],
    ];
  });
  return Object.fromEntries(variables) as CSSProperties;
}
