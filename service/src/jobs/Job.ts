/** How a run ended. One that throws has failed. */
export type JobOutcome =
  | { kind: 'done' }
  /** The job can't do its work now, for a reason that an operator should know. Counts as a failure. */
  | { kind: 'refused'; reason: string };

/** Work that happens without a request. */
export interface Job {
  name: string;
  /** The time from the end of a run to the next one, on whichever instance. */
  everyMs: number;
  /**
   * Whether every instance runs it, because its result stays in the memory of the process. Other jobs run on one
   * instance at a time.
   * @default false
   */
  isPerInstance?: boolean;
  /**
   * An aborted signal means that the process is about to end, or that the job belongs to another instance. A long run
   * checks it between steps (`signal.throwIfAborted()`), and the next run does the rest.
   */
  run: (signal: AbortSignal) => Promise<JobOutcome>;
  /** Waits for work that runs have started but not waited for. A stop calls it after the last run. */
  settle?: () => Promise<void>;
}

export interface JobMetrics {
  observeJob: (name: string, seconds: number) => void;
  countJobFailure: (name: string) => void;
  /** When the job last succeeded, on whichever instance; before the first time, when the process started. */
  setJobSuccess: (name: string, at: number) => void;
}

export interface JobStatus {
  name: string;
  everyMs: number;
  isPerInstance: boolean;
  isRunning: boolean;
  /** Of a job that every instance runs: when it last succeeded on this one. */
  succeededAt: Date | null;
}

export type RunOutcome =
  | JobOutcome
  /** It threw; the log has the error. */
  | { kind: 'failed' }
  /** Cut off, because the process is about to end or another instance took the job over. */
  | { kind: 'stopped' };

/** How a manual run ended, or why there was none. */
type ManualOutcome = RunOutcome | { kind: 'unknown' } | { kind: 'per-instance' } | { kind: 'busy' };

export interface JobRunner {
  list: () => Promise<JobStatus[]>;
  /** Runs a job now. If it is running in this process already, waits for that run. */
  run: (name: string) => Promise<ManualOutcome>;
  start: () => void;
  /** Starts no more runs, aborts those under way, and waits for their end. */
  stop: () => Promise<void>;
}
