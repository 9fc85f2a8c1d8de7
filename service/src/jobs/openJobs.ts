import { DEFAULT_WINDOW_MS } from '../matching/startValues.ts';
import { createMatchModels, reportBounds, type MatchModels } from '../operations/createMatchModels.ts';
import { createSecrets } from '../operations/secrets.ts';
import type { WebhookMetrics } from '../operations/webhooks/createDeliveries.ts';
import type { SendWebhook } from '../operations/webhooks/SendWebhook.ts';
import type { Log } from '../values/Log.ts';
import { createDeletionsJob } from './deletions.ts';
import { createJobRunner } from './createJobRunner.ts';
import type { JobMetrics, JobRunner } from './Job.ts';
import { createLearningJob } from './learning.ts';
import { createPartitionsJob } from './partitions.ts';
import { createRollupsJob } from './rollups.ts';
import { createRetentionJob, type RetentionOptions } from './retention.ts';
import { createWebhooksJob } from './webhooks.ts';

export interface JobsOptions extends RetentionOptions {
  log: Log;
  secretsKeys?: readonly Uint8Array<ArrayBuffer>[] | undefined;
  sendWebhook: SendWebhook;
  /** Waits while requests keep the process busy: webhooks can wait longer than people. */
  giveWay?: (() => Promise<void>) | undefined;
  metrics?: (JobMetrics & WebhookMetrics & { setBoundedValues: (appId: string, count: number) => void }) | undefined;
}

/** All background work of a process, and what it keeps in memory for requests. Nothing runs before `start`. */
export function openJobs(options: JobsOptions): { jobs: JobRunner; matchModels: MatchModels } {
  const { queries, clock, log, metrics, matchWindowMs: windowMs = DEFAULT_WINDOW_MS } = options;
  const onBounds = reportBounds(log, (appId, count) => metrics?.setBoundedValues(appId, count));
  const matchModels = createMatchModels({ queries, windowMs, onBounds });
  const jobs = [
    createRetentionJob(options),
    createDeletionsJob({ queries }),
    createPartitionsJob({ queries, clock }),
    createRollupsJob({ queries, clock }),
    createLearningJob({ models: matchModels, clock }),
    createWebhooksJob({
      queries,
      clock,
      log,
      secrets: createSecrets(options.secretsKeys ?? []),
      send: options.sendWebhook,
      giveWay: options.giveWay,
      metrics,
    }),
  ];
  return { jobs: createJobRunner({ jobs, queries, clock, log, metrics }), matchModels };
}
