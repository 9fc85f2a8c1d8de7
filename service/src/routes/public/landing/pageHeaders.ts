import { remember } from '../../../values/remember.ts';
import { brandStyle, NO_COLOURS, type BrandColours, type Scheme } from './brandStyle.ts';
import { contentSecurityPolicy } from './contentSecurityPolicy.ts';

async function makeHeaders(style: string) {
  return {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': await contentSecurityPolicy(style),
    'X-Content-Type-Options': 'nosniff',
    // The store and the destination must not learn the click id from the referrer.
    'Referrer-Policy': 'same-origin',
    // Each view is another click.
    'Cache-Control': 'no-store',
  };
}

/** Every app has one. */
const COLOURS_REMEMBERED = 1_000;

const headersOf = remember(COLOURS_REMEMBERED, (key) => {
  const [accent, background, scheme] = key.split(' ').map((text) => text || null);
  return makeHeaders(
    brandStyle({ accent: accent ?? null, background: background ?? null }, scheme as Scheme | undefined)
  );
});

/** The headers of every page that visitors see. */
export function pageHeaders({ accent, background }: BrandColours = NO_COLOURS, scheme?: Scheme) {
  return headersOf(`${accent ?? ''} ${background ?? ''} ${scheme ?? ''}`);
}
