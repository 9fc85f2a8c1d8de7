import { performance } from 'node:perf_hooks';

/** Whether this process had work of its own for more than a share of the last one or two spans. */
export function createLoopWatch(spanMs: number, share: number): () => boolean {
  let marks = [performance.eventLoopUtilization()];
  setInterval(() => {
    marks = [...marks.slice(-1), performance.eventLoopUtilization()];
  }, spanMs).unref();
  return () => performance.eventLoopUtilization(performance.eventLoopUtilization(), marks[0]).utilization > share;
}
