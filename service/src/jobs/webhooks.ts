import { createDeliveries } from '../operations/webhooks/createDeliveries.ts';
import type { Job } from './Job.ts';

/** How long a webhook waits at most before its first attempt. */
const EVERY_MS = 1_000;

/**
 * Delivers webhooks. All instances share the work, by claims with leases. A run doesn't wait for slow receivers, so
 * they delay nobody else.
 */
export function createWebhooksJob(options: Parameters<typeof createDeliveries>[0]): Job {
  const { run, settle } = createDeliveries(options);
  return {
    name: 'webhooks',
    everyMs: EVERY_MS,
    isPerInstance: true,
    run: async (signal) => {
      await run(signal);
      return { kind: 'done' };
    },
    settle,
  };
}
