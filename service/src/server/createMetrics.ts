import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../routes/ServiceContext.ts';

/** The buckets: from a cached answer to the longest time that a statement may take. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method and route.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [registry],
  });
  const boundedValues = new Gauge({
    name: 'match_model_bounded_values',
    help: 'Values that matching learned for an app and that have reached their bounds.',
    labelNames: ['app'],
    registers: [registry],
  });
  const clicksInMemory = new Gauge({
    name: 'clicks_in_memory',
    help: 'Clicks that wait for a database that can’t store them.',
    registers: [registry],
  });
  return {
    observe({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, seconds);
    },
    setBoundedValues: (app, count) => boundedValues.set({ app }, count),
    setClicksInMemory: (count) => clicksInMemory.set(count),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
