import { findIcon } from '../../../storage/company/icons.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { problemBody } from '../../wire/problems.ts';

/** In memory, this is 16 MB with the default quota for icons. */
const MAX_ICONS = 500;

const unknownIcon = problemBody('not_found', 'There is no such icon.');

/** The icons of the apps. A name is a hash of the bytes, so browsers and proxies may keep them for good. */
export function serveIcons(door: Door, { queries, caches }: Pick<ServiceParts, 'queries' | 'caches'>): void {
  const find = caches.cached((appId: string, name: string) => findIcon(queries, appId, name), {
    appsOf: () => [],
    max: MAX_ICONS,
  });

  door.get('/api/icons/:app/:name', async (c) => {
    const { app = '', name = '' } = c.req.param();
    const type = /^[0-9a-f]{32}\.(png|webp)$/.exec(name)?.[1];
    const bytes = type && /^[\w.-]{1,64}$/.test(app) ? await find(app, name) : null;
    if (!bytes) return c.json(unknownIcon, 404, { 'Cache-Control': 'no-store' });
    return c.body(bytes, 200, {
      'Content-Type': `image/${type}`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
  });
}
