import { DEFAULT_WINDOW_MS } from '../matching/startValues.ts';
import { createMatchModels, reportBounds, type MatchModels } from '../operations/createMatchModels.ts';
import { createSecrets } from '../operations/secrets.ts';
import type { WebhookMetrics } from '../operations/webhooks/createDeliveries.ts';
import type { SendWebhook } from '../operations/webhooks/SendWebhook.ts';
import type { Database } from '../storage/base/Database.ts';
import type { Log } from '../values/Log.ts';
import { createDigestsJob } from './digests.ts';
import { createDeletionsJob } from './deletions.ts';
import { createJobRunner } from './createJobRunner.ts';
import type { JobMetrics, JobRunner } from './Job.ts';
import { createLearningJob } from './learning.ts';
import { createPartitionsJob } from './partitions.ts';
import { createProofJob } from './proof.ts';
import { createRollupsJob } from './rollups.ts';
import { createRetentionJob, DEFAULT_RETENTION_DAYS, type RetentionOptions } from './retention.ts';
import { createWebhooksJob } from './webhooks.ts';

type CountOfApp = (appId: string, count: number) => void;

export interface JobsOptions extends Omit<RetentionOptions, 'queries'> {
  database: Database;
  log: Log;
  secretsKeys?: readonly Uint8Array<ArrayBuffer>[] | undefined;
  sendWebhook: SendWebhook;
  /** Waits while requests keep the process busy: webhooks can wait longer than people. */
  giveWay?: (() => Promise<void>) | undefined;
  metrics?: (JobMetrics & WebhookMetrics & Record<'setBoundedValues' | 'setDifferences', CountOfApp>) | undefined;
}

/** All background work of a process, and what it keeps in memory for requests. Nothing runs before `start`. */
export function openJobs(options: JobsOptions): { jobs: JobRunner; matchModels: MatchModels } {
  const { database, clock, log, metrics, matchWindowMs: windowMs = DEFAULT_WINDOW_MS } = options;
  const { queries } = database;
  const onBounds = reportBounds(log, (appId, count) => metrics?.setBoundedValues(appId, count));
  const matchModels = createMatchModels({ queries, windowMs, onBounds });
  const jobs = [
    createRetentionJob({ ...options, queries }),
    createDeletionsJob({ queries }),
    createPartitionsJob({ queries, clock }),
    createRollupsJob({ database, clock }),
    createProofJob({
      database,
      clock,
      log,
      retentionDays: options.retentionDays ?? DEFAULT_RETENTION_DAYS,
      setDifferences: (appId, count) => metrics?.setDifferences(appId, count),
    }),
    createLearningJob({ models: matchModels, clock }),
    createDigestsJob({ queries, clock }),
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
