import { performance } from 'node:perf_hooks';

/** Returns whether the event loop was busy for more than `share` of the last one or two spans. */
export function createLoopWatch(spanMs: number, share: number): () => boolean {
  let marks = [performance.eventLoopUtilization()];
  setInterval(() => {
    marks = [...marks.slice(-1), performance.eventLoopUtilization()];
  }, spanMs).unref();
  return () => performance.eventLoopUtilization(performance.eventLoopUtilization(), marks[0]).utilization > share;
}
