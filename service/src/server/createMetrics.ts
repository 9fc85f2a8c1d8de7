import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../routes/Metrics.ts';
import { SECOND_MS } from '../values/durations.ts';

/** The buckets: from a cached answer to the longest time that a statement may take. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The buckets of a job: from one that has nothing to do to one that deletes a year of rows. */
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600, 3_600];

export interface MetricsOptions {
  /** How many queries wait for a connection. */
  waiting?: () => number;
}

export function createMetrics({ waiting = () => 0 }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const described = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => ({
    name,
    help,
    labelNames,
    registers: [registry],
  });
  const requests = new Counter(
    described(
      'http_requests_total',
      'Requests, by method, route (a pattern, never a path) and status.',
      'method',
      'route',
      'status'
    )
  );
  const durations = new Histogram({
    ...described('http_request_duration_seconds', 'How long requests took, by method and route.', 'method', 'route'),
    buckets: SECONDS,
  });
  const ofBounds =
    'Learned values at their limits, by app: unusual traffic, or somebody is faking clicks and installs.';
  const boundedValues = new Gauge(described('match_model_bounded_values', ofBounds, 'app'));
  const ofDifferences = 'Numbers of yesterday’s report that differ from its rows, by app; compared once a day.';
  const differences = new Gauge(described('report_differences', ofDifferences, 'app'));
  const inMemory = 'Clicks that wait for a database that can’t store them.';
  const clicksInMemory = new Gauge(described('clicks_in_memory', inMemory));
  const ofMatches =
    'Installs that asked for their link, by app, by the best evidence they sent (method) and by outcome.';
  const matches = new Counter(described('match_requests_total', ofMatches, 'app', 'method', 'outcome'));
  const ofRejected =
    'Events that were refused, by app: from phones because of their name, from your server for any fault.';
  const rejectedEvents = new Counter(described('events_rejected_total', ofRejected, 'app'));
  const ofOdd = 'Amounts from phones that were not counted, by app: above its maxAmount, or purchases below zero.';
  const oddAmounts = new Counter(described('event_amounts_not_counted_total', ofOdd, 'app'));
  const storedEvents = new Counter(described('events_total', 'Events that were stored, by app.', 'app'));
  const ofDropped = 'Events from phones that were dropped, by app: their network or their app sent too many.';
  const droppedEvents = new Counter(described('events_dropped_total', ofDropped, 'app'));
  const ofWaiting =
    'Webhooks that wait for their endpoint, paused or not, by app; counted once a minute, up to 100,000 for each endpoint.';
  const webhooksWaiting = new Gauge(described('webhook_deliveries_waiting', ofWaiting, 'app'));
  const ofPaused = 'Endpoints of webhooks that are paused, by app and because of what: owner, failing, behind or gone.';
  const webhooksPaused = new Gauge(described('webhook_endpoints_paused', ofPaused, 'app', 'because'));
  const ofFailures = 'Attempts to deliver a webhook that failed, by app.';
  const webhookFailures = new Counter(described('webhook_failures_total', ofFailures, 'app'));
  const ofWaits = 'How long requests waited until one of the connections for their kind was free, by kind.';
  const waits = new Histogram({ ...described('connection_wait_seconds', ofWaits, 'kind'), buckets: SECONDS });
  new Gauge({
    ...described('database_queries_waiting', 'Queries that wait because all connections of the pool are in use.'),
    collect() {
      this.set(waiting());
    },
  });
  // Prometheus itself has a label `job`, so the label is `name`.
  const ofJobs = 'How long runs of a background job took on this instance, by name.';
  const jobDurations = new Histogram({ ...described('job_duration_seconds', ofJobs, 'name'), buckets: JOB_SECONDS });
  const jobFailures = new Counter(
    described('job_failures_total', 'Runs of a background job that failed, by name.', 'name')
  );
  const ofSuccesses =
    'When a background job last succeeded, on any instance, by name; before the first time, when the process started.';
  const jobSuccesses = new Gauge(described('job_last_success_timestamp_seconds', ofSuccesses, 'name'));
  return {
    observeJob: (name, seconds) => jobDurations.observe({ name }, seconds),
    countJobFailure: (name) => jobFailures.inc({ name }),
    setJobSuccess: (name, at) => jobSuccesses.set({ name }, at / SECOND_MS),
    observe({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, seconds);
    },
    setBoundedValues: (app, count) => boundedValues.set({ app }, count),
    setDifferences: (app, count) => differences.set({ app }, count),
    setClicksInMemory: (count) => clicksInMemory.set(count),
    countMatch: (match) => matches.inc(match),
    countRejectedEvents: (app, count) => rejectedEvents.inc({ app }, count),
    countOddAmounts: (app, count) => oddAmounts.inc({ app }, count),
    countEvents(app, stored, dropped) {
      storedEvents.inc({ app }, stored);
      if (dropped > 0) droppedEvents.inc({ app }, dropped);
    },
    countWebhookFailure: (app) => webhookFailures.inc({ app }),
    setWebhooksWaiting: (app, count) => webhooksWaiting.set({ app }, count),
    setWebhooksPaused: (app, because, count) => webhooksPaused.set({ app, because }, count),
    observeWait: (kind, seconds) => waits.observe({ kind }, seconds),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
