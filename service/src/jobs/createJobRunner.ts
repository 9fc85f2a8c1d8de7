import type { Queries } from '../storage/base/Database.ts';
import { claimJob, listStoredJobs, releaseJob, renewJob, type RunEnd } from '../storage/base/jobs.ts';
import { describeFault } from '../values/faults.ts';
import type { Log } from '../values/Log.ts';
import { sleep } from '../values/sleep.ts';
import type { Job, JobMetrics, JobRunner, RunOutcome } from './Job.ts';
import { SECOND_MS } from '../values/durations.ts';

/** If an instance is killed during a run, others get the job after this time. */
const LEASE_MS = 30_000;

/** A lease is renewed this many times before it would end, so a few failed statements don't end the run. */
const RENEWALS = 6;

/** If the database can't be asked whether a job is due, it is asked again after this time. */
const RETRY_MS = 60_000;

const ENDS: Readonly<Record<RunOutcome['kind'], RunEnd>> = {
  done: 'succeeded',
  refused: 'failed',
  failed: 'failed',
  stopped: 'stopped',
};

export interface JobRunnerOptions {
  jobs: readonly Job[];
  queries: Queries;
  clock: () => number;
  log: Log;
  metrics?: JobMetrics | undefined;
  /** @default 30 s */
  leaseMs?: number | undefined;
}

type Attempt = RunOutcome | { kind: 'waiting'; waitMs: number };

/** Runs each job when it is due: on one instance at a time, or on each instance if the job says so. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { jobs, queries, clock, log, metrics, leaseMs = LEASE_MS } = options;
  const stopping = new AbortController();
  const running = new Map<string, Promise<RunOutcome>>();
  const ownSuccesses = new Map<string, Date>();
  let loops: Promise<void>[] = [];

  function noteSuccess(name: string, at: Date | null): void {
    if (at) metrics?.setJobSuccess(name, at.getTime());
  }

  function noteFailure(name: string, fields: Record<string, unknown>): void {
    metrics?.countJobFailure(name);
    log('error', `The job ${name} failed`, fields);
  }

  async function work({ name, run }: Job, signal: AbortSignal): Promise<RunOutcome> {
    if (signal.aborted) return { kind: 'stopped' };
    const startedAt = performance.now();
    try {
      const outcome = await run(signal);
      if (outcome.kind === 'refused') {
        metrics?.countJobFailure(name);
        log('warn', outcome.reason, { job: name });
      }
      return outcome;
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped' };
      noteFailure(name, describeFault(error));
      return { kind: 'failed' };
    } finally {
      metrics?.observeJob(name, (performance.now() - startedAt) / SECOND_MS);
    }
  }

  /** Renews the lease while the job runs. If that fails for too long, the run has to stop before the lease ends. */
  async function workUnderLease(job: Job, lease: { name: string; holder: string }, claimedAt: number) {
    const ending = new AbortController();
    const end = () => ending.abort();
    stopping.signal.addEventListener('abort', end);
    if (stopping.signal.aborted) end();
    const stepMs = leaseMs / RENEWALS;
    let renewedAt = claimedAt;
    const renew = async () => {
      const askedAt = performance.now();
      if (askedAt - renewedAt > leaseMs - stepMs) return end();
      if (await renewJob(queries, { ...lease, leaseMs })) renewedAt = askedAt;
      else end();
    };
    const renewals = setInterval(() => void renew().catch(() => {}), stepMs);
    const outcome = await work(job, ending.signal);
    clearInterval(renewals);
    stopping.signal.removeEventListener('abort', end);
    // If the database is away, the lease ends by itself.
    await releaseJob(queries, lease, ENDS[outcome.kind]).then(
      (at) => noteSuccess(job.name, at),
      (error: unknown) => log('warn', `The result of the job ${job.name} could not be stored`, describeFault(error))
    );
    return outcome;
  }

  async function workAlone(job: Job): Promise<RunOutcome> {
    const outcome = await work(job, stopping.signal);
    if (outcome.kind === 'done') {
      const at = new Date(clock());
      ownSuccesses.set(job.name, at);
      noteSuccess(job.name, at);
    }
    return outcome;
  }

  function track(name: string, run: Promise<RunOutcome>): Promise<RunOutcome> {
    const tracked = run.finally(() => running.delete(name));
    running.set(name, tracked);
    return tracked;
  }

  /** Runs the job if it is free and its last run ended `everyMs` ago. If it is running here, returns that run. */
  async function attempt(job: Job, everyMs: number): Promise<Attempt> {
    const { name } = job;
    const known = running.get(name);
    if (known) return known;
    if (stopping.signal.aborted) return { kind: 'stopped' };
    if (job.isPerInstance) return track(name, workAlone(job));
    const lease = { name, holder: crypto.randomUUID() };
    const claimedAt = performance.now();
    const claim = await claimJob(queries, { ...lease, leaseMs, everyMs });
    if (claim.kind === 'claimed') return track(name, workUnderLease(job, lease, claimedAt));
    noteSuccess(name, claim.succeededAt);
    return running.get(name) ?? { kind: 'waiting', waitMs: claim.waitMs };
  }

  async function repeat(job: Job): Promise<void> {
    const { name, everyMs } = job;
    while (!stopping.signal.aborted) {
      let waitMs = everyMs;
      try {
        const outcome = await attempt(job, everyMs);
        if (outcome.kind === 'waiting') waitMs = Math.min(everyMs, outcome.waitMs);
      } catch (error) {
        noteFailure(name, describeFault(error));
        waitMs = Math.min(everyMs, RETRY_MS);
      }
      await sleep(waitMs, stopping.signal);
    }
  }

  return {
    list: async () => {
      const stored = await listStoredJobs(queries);
      return jobs.map(({ name, everyMs, isPerInstance = false }) => ({
        name,
        everyMs,
        isPerInstance,
        isRunning: isPerInstance ? running.has(name) : (stored.get(name)?.isRunning ?? false),
        succeededAt: (isPerInstance ? ownSuccesses.get(name) : stored.get(name)?.succeededAt) ?? null,
      }));
    },
    run: async (name) => {
      const job = jobs.find((each) => each.name === name);
      if (!job) return { kind: 'unknown' };
      if (job.isPerInstance) return { kind: 'per-instance' };
      const outcome = await attempt(job, 0);
      return outcome.kind === 'waiting' ? { kind: 'busy' } : outcome;
    },
    start: () => {
      for (const { name } of jobs) metrics?.setJobSuccess(name, clock());
      loops = jobs.map(repeat);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([...loops, ...running.values()]);
      await Promise.all(jobs.map(async ({ settle }) => settle?.()));
    },
  };
}
