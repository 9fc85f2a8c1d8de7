import type { JobMetrics } from '../jobs/Job.ts';
import type { WebhookMetrics } from '../operations/webhooks/createDeliveries.ts';

/** Counts what an operator has to notice. Labels are apps, routes and fixed words, never what somebody sent. */
export interface Metrics extends JobMetrics, WebhookMetrics {
  observe: (request: { method: string; route: string; status: number; seconds: number }) => void;
  setBoundedValues: (appId: string, count: number) => void;
  setDifferences: (appId: string, count: number) => void;
  setClicksInMemory: (count: number) => void;
  /** `method` is the surest sign that the install sent. */
  countMatch: (match: { app: string; method: string; outcome: string }) => void;
  countRejectedEvents: (app: string, count: number) => void;
  countOddAmounts: (app: string, count: number) => void;
  countEvents: (app: string, stored: number, dropped: number) => void;
  /** How long a request waited for a connection that its kind may use. */
  observeWait: (kind: string, seconds: number) => void;
  /** In Prometheus' text format. */
  read: () => Promise<{ contentType: string; text: string }>;
}
