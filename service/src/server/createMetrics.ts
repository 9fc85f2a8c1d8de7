import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../routes/ServiceContext.ts';

const MS_PER_SECOND = 1_000;

/** The buckets: from a cached answer to the longest time that a statement may take. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface ServerMetrics extends Metrics {
  /** A task that runs from time to time has succeeded. */
  noteSuccess: (task: 'retention' | 'counts', now: number) => void;
}

export interface MetricsOptions {
  /** When the process starts. */
  now?: number;
  /** How many queries wait for a connection. */
  waiting?: () => number;
}

export function createMetrics({ now = Date.now(), waiting = () => 0 }: MetricsOptions = {}): ServerMetrics {
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
  const matches = new Counter({
    name: 'match_requests_total',
    help: 'Installs that asked for their link, by app, by the surest sign that they sent and by outcome.',
    labelNames: ['app', 'method', 'outcome'],
    registers: [registry],
  });
  const rejectedEvents = new Counter({
    name: 'events_rejected_total',
    help: 'Events of an app’s server that were refused.',
    labelNames: ['app'],
    registers: [registry],
  });
  const largeAmounts = new Counter({
    name: 'event_amounts_not_counted_total',
    help: 'Amounts that phones sent and that are above what the app believes.',
    labelNames: ['app'],
    registers: [registry],
  });
  const waits = new Histogram({
    name: 'connection_wait_seconds',
    help: 'How long requests waited until one of the connections for their kind was free.',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers: [registry],
  });
  new Gauge({
    name: 'database_queries_waiting',
    help: 'Queries that wait for a free connection of the pool.',
    registers: [registry],
    collect() {
      this.set(waiting());
    },
  });
  const successes = new Gauge({
    name: 'task_last_success_timestamp_seconds',
    help: 'When a recurring task last succeeded; before the first time, when the process started.',
    labelNames: ['task'],
    registers: [registry],
  });
  const noteSuccess: ServerMetrics['noteSuccess'] = (task, at) => successes.set({ task }, at / MS_PER_SECOND);
  noteSuccess('retention', now);
  noteSuccess('counts', now);
  return {
    noteSuccess,
    observe({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, seconds);
    },
    setBoundedValues: (app, count) => boundedValues.set({ app }, count),
    setClicksInMemory: (count) => clicksInMemory.set(count),
    countMatch: (match) => matches.inc(match),
    countRejectedEvents: (app, count) => rejectedEvents.inc({ app }, count),
    countLargeAmounts: (app, count) => largeAmounts.inc({ app }, count),
    observeWait: (kind, seconds) => waits.observe({ kind }, seconds),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
