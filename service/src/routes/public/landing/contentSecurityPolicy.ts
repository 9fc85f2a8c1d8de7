import { landingScript } from './script.ts';

async function hashSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

/** Lets only our own script and style run, and talks only to us. pageHeaders.ts adds the images. */
export async function contentSecurityPolicy(style: string): Promise<string> {
  return [
    "default-src 'none'",
    `script-src ${await hashSource(landingScript)}`,
    `style-src ${await hashSource(style)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
