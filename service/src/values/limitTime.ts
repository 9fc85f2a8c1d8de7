/**
 * A signal that aborts when `stopping` does, or after `ms`; call `end` when nobody waits for it any longer.
 * AbortSignal.any would lose the time limit with the next garbage collection:
 * https://github.com/nodejs/node/issues/57736
 */
export function limitTime(ms: number, stopping: AbortSignal): { signal: AbortSignal; end: () => void } {
  const limit = new AbortController();
  const abort = () => limit.abort();
  const timer = setTimeout(abort, ms);
  const end = () => {
    clearTimeout(timer);
    stopping.removeEventListener('abort', abort);
  };
  stopping.addEventListener('abort', abort);
  if (stopping.aborted) abort();
  return { signal: limit.signal, end };
}
