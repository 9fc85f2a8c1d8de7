import type { Door } from '../doors/createDoor.ts';
import type { ServiceContext } from '../ServiceContext.ts';

export function serveMetrics(door: Door, service: ServiceContext): void {
  door.get('/metrics', async (c) => {
    const metrics = await service.metrics?.read();
    if (!metrics) return c.notFound();
    return c.body(metrics.text, 200, { 'Content-Type': metrics.contentType });
  });
}
