import { listHosts } from '../../storage/company/apps.ts';
import { normalizeHost } from '../../values/hosts.ts';
import type { Door } from '../doors/createDoor.ts';
import type { ServiceParts } from '../ServiceParts.ts';

const withoutPort = (host: string) => host.replace(/:\d+$/, '');

/**
 * Answers a proxy that gets certificates on demand, such as Caddy: 200 for a host of an app or of PUBLIC_URL, where the
 * links of apps without a host live, and 404 for any other. Whoever opens a TLS connection learns as much.
 */
export function serveKnownHosts(door: Door, { queries, site }: Pick<ServiceParts, 'queries' | 'site'>): void {
  const own = site.publicUrl === null ? [] : [new URL(site.publicUrl).host];
  // The proxy asks for every stranger, always from one address. A limit would let strangers use up the apps' share, so
  // all who ask in the meantime share one query instead.
  let asking: Promise<string[]> | null = null;
  const findHosts = () =>
    (asking ??= listHosts(queries).finally(() => {
      asking = null;
    }));

  door.get('/api/tls/ask', async (c) => {
    const asked = normalizeHost(c.req.query('domain') ?? '');
    const isKnown = asked !== '' && [...own, ...(await findHosts())].map(withoutPort).includes(asked);
    return c.body(null, isKnown ? 200 : 404, { 'Cache-Control': 'no-store' });
  });
}
