import { landingScript } from './script.ts';
import { landingStyle } from './style.ts';

async function hashSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

async function makePolicy(): Promise<string> {
  return [
    "default-src 'none'",
    `script-src ${await hashSource(landingScript)}`,
    `style-src ${await hashSource(landingStyle)}`,
    "connect-src 'self'",
    // The empty icon, which keeps browsers from asking for /favicon.ico.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

let policy: Promise<string> | undefined;

/** Only what our own pages contain may run, load or be sent. */
export function contentSecurityPolicy(): Promise<string> {
  return (policy ??= makePolicy());
}
