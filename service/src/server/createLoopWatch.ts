import { performance } from 'node:perf_hooks';

/** The share of the time in which the process had work of its own, from which on answers wait for it and not it for them. */
const BUSY = 0.9;

/** Whether this process was too busy, in the last one or two spans, to notice the answers that it got. */
export function createLoopWatch(spanMs: number): () => boolean {
  let marks = [performance.eventLoopUtilization()];
  setInterval(() => {
    marks = [...marks.slice(-1), performance.eventLoopUtilization()];
  }, spanMs).unref();
  return () => performance.eventLoopUtilization(performance.eventLoopUtilization(), marks[0]).utilization > BUSY;
}
