import { performance } from 'node:perf_hooks';

/** Long enough that one slow request doesn't count, short enough to fall into the wait that the database is blamed for. */
const SPAN_MS = 5_000;

/** The share of the time in which the process had work of its own, from which on answers wait for it and not it for them. */
const BUSY = 0.9;

/** Whether this process was too busy, in the last 5 to 10 s, to notice the answers that it got. */
export function createLoopWatch(): () => boolean {
  let marks = [performance.eventLoopUtilization()];
  setInterval(() => {
    marks = [...marks.slice(-1), performance.eventLoopUtilization()];
  }, SPAN_MS).unref();
  return () => performance.eventLoopUtilization(performance.eventLoopUtilization(), marks[0]).utilization > BUSY;
}
