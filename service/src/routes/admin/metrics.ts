import type { Door } from '../doors/createDoor.ts';
import type { Metrics } from '../Metrics.ts';

export function serveMetrics(door: Door, metrics: Metrics | null): void {
  door.get('/metrics', async (c) => {
    const read = await metrics?.read();
    if (!read) return c.notFound();
    return c.body(read.text, 200, { 'Content-Type': read.contentType });
  });
}
