import type { Context } from 'hono';
import type { Door } from '../doors/createDoor.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';

export interface DashboardFile {
  contentType: string;
  body: Uint8Array<ArrayBuffer>;
  /** The same, compressed; null if that would not be shorter. */
  gzip: Uint8Array<ArrayBuffer> | null;
  hash: string;
}

/** Files by their paths below /dashboard/, such as `assets/index-1a2b.js`; the page itself is `index.html`. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>;

const PAGE = 'index.html';

/** The names of files in this folder contain a hash. */
const ASSETS = 'assets/';

const HEADERS = {
  // Everything comes from this origin, nothing is written into the page, and no text becomes a script.
  'Content-Security-Policy': [
    "default-src 'none'",
    ...[
      'script-src',
      'style-src',
      'img-src',
      'font-src',
      'connect-src',
      'frame-src',
      'manifest-src',
      'form-action',
    ].map((directive) => `${directive} 'self'`),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const MONTHS = 'public, max-age=31536000, immutable';

/** The browser asks each time, and gets the page only if it has changed. */
const ASK = 'no-cache';

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The dashboard is not built</title>
<h1>The dashboard is not built</h1>
<p>Run <code>npm run build</code> in the folder of the service, and start the service again.</p>
</html>
`;

/** The path below /dashboard/, without a query. Names of files need no escapes, so a path with one is not a file. */
function pathOf(c: Context): string {
  return c.req.path.replace(/^\/dashboard\/?/, '');
}

function takesGzip(c: Context): boolean {
  return /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(c.req.header('accept-encoding') ?? '');
}

function answerFile(c: Context, file: DashboardFile, cacheControl: string): Response {
  const gzip = takesGzip(c) ? file.gzip : null;
  const etag = `"${file.hash}${gzip ? '-gzip' : ''}"`;
  const headers = { ...HEADERS, 'Cache-Control': cacheControl, ETag: etag, Vary: 'Accept-Encoding' };
  const known = c.req
    .header('if-none-match')
    ?.split(/,\s*/)
    .map((tag) => tag.replace(/^W\//, ''));
  if (known?.includes(etag)) return c.body(null, 304, headers);
  return c.body(gzip ?? file.body, 200, {
    ...headers,
    'Content-Type': file.contentType,
    ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
  });
}

/** Serves the page for every address below /dashboard that is not a file; the page itself knows which view is meant. */
export function serveDashboard(door: Door, files: DashboardFiles | null): void {
  const page = files?.get(PAGE);
  const answer = (c: Context<ServiceEnv>) => {
    if (!files || !page) return c.html(NOT_BUILT, 404, { ...HEADERS, 'Cache-Control': 'no-store' });
    const path = pathOf(c);
    const isAsset = path.startsWith(ASSETS);
    const file = files.get(path);
    // A page that is older than the service asks for files that are gone. Sending the page instead would not help it.
    if (!file && isAsset) return c.text('There is nothing here.', 404, { ...HEADERS, 'Cache-Control': 'no-store' });
    return answerFile(c, file ?? page, isAsset ? MONTHS : ASK);
  };
  door.get('/dashboard/*', answer);
}
