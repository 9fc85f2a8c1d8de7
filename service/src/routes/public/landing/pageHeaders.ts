import { remember } from '../../../values/remember.ts';
import { brandStyle, NO_COLOURS, STYLES_REMEMBERED, type BrandColours, type Scheme } from './brandStyle.ts';
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

const headersOf = remember(STYLES_REMEMBERED, makeHeaders);

/** The headers of every page that visitors see. */
export function pageHeaders(colours: BrandColours = NO_COLOURS, scheme?: Scheme) {
  return headersOf(brandStyle(colours, scheme));
}
