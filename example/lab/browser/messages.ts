/** A request to the service, on its way from the service worker to the worker that runs it. */
export interface ServiceRequest {
  kind: 'request';
  id: string;
  method: string;
  /** With its query, as the service knows it: whatever folder the lab is in, this begins with a slash. */
  path: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
  referrer: string;
}

export interface ServiceAnswer {
  kind: 'answer';
  id: string;
  status: number;
  headers: [string, string][];
  body: ArrayBuffer | null;
}

export type ServiceMessage =
  | ServiceRequest
  | ServiceAnswer
  /** From a worker that now runs the service: whoever waits for an answer asks again. */
  | { kind: 'open' };

/** What a worker tells the page that started it. */
export interface WorkerReport {
  kind: 'failed';
  reason: string;
}

/**
 * Names the channel on which they talk, the lock of whoever runs the service, and its files. Other pages of this host
 * may have a lab of their own.
 */
export const nameOf = (scope: string) => `deferred-link-lab ${new URL(scope).pathname}`;
