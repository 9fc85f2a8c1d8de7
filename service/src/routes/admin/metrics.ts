import { requireAdmin } from '../middleware/requireKey.ts';
import type { ServiceApp, ServiceContext } from '../ServiceContext.ts';

export function serveMetrics(server: ServiceApp, service: ServiceContext): void {
  server.use('/metrics', requireAdmin(service));
  server.get('/metrics', async (c) => {
    const metrics = await service.metrics?.read();
    if (!metrics) return c.notFound();
    return c.body(metrics.text, 200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' });
  });
}
