import { createHash } from 'node:crypto';
import { landingScript } from './landingScript';
import { landingStyle } from './landingStyle';

/** Nothing runs, loads or is sent but what our own pages hold. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${hashSource(landingScript)}`,
  `style-src ${hashSource(landingStyle)}`,
  "connect-src 'self'",
  // The empty icon, which keeps browsers from asking for /favicon.ico.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
