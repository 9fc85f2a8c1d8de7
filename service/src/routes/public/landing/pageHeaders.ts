import { contentSecurityPolicy } from './contentSecurityPolicy.ts';

/** The headers of every page that visitors see. */
export async function pageHeaders() {
  return {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': await contentSecurityPolicy(),
    'X-Content-Type-Options': 'nosniff',
    // The store and the destination must not learn the click id from the referrer.
    'Referrer-Policy': 'same-origin',
    // Each view is another click.
    'Cache-Control': 'no-store',
  };
}
