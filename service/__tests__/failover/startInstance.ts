import { runService } from '../support/runService.ts';
import type { Balancer } from './createBalancer.ts';
import { until } from './until.ts';

/**
 * Starts an instance, and waits until the balancer sends requests to it. Its port is one that it found free itself: one
 * that was free earlier may belong to another service by now, which also answers.
 */
export async function startInstance(balancer: Balancer, environment: Record<string, string>) {
  const running = runService([], { TRUSTED_PROXIES: '1', ...environment, PORT: '0' });
  try {
    const [, origin = ''] = await running.says(/Service at (\S+)\n/);
    balancer.add(origin);
    await until(`${origin} is ready`, () => balancer.isReady(origin));
    return { ...running, origin };
  } catch (error) {
    running.child.kill('SIGKILL');
    throw error;
  }
}

export type Instance = Awaited<ReturnType<typeof startInstance>>;
