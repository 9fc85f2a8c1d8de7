import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { DashboardFile, DashboardFiles } from '../routes/public/dashboard.ts';

/** Where `npm run build` puts it, beside the built service; the same folder from src/server and from dist/server. */
const BUILT = fileURLToPath(new URL('../../dist/dashboard/', import.meta.url));

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Each file is compressed only once, so that may take its time. */
const BEST_COMPRESSION = 9;

/** Enough digits of the hash to tell versions of a file apart. */
const HASH_LENGTH = 32;

const compress = promisify(gzip);

async function readOne(path: string): Promise<DashboardFile> {
  const body = new Uint8Array(await readFile(path));
  const small = new Uint8Array(await compress(body, { level: BEST_COMPRESSION }));
  return {
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    body,
    gzip: small.length < body.length ? small : null,
    hash: createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH),
  };
}

/** The built dashboard, in memory; undefined if it was not built. */
export async function readDashboard(folder: string = BUILT): Promise<DashboardFiles | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [relative(folder, path).split(sep).join('/'), await readOne(path)] as const;
      })
  );
  return files.length > 0 ? new Map(files) : undefined;
}
