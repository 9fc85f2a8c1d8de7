import { within } from '../core/within';
import type { Post } from '../ports';
import { clock } from './clock';

/**
 * One POST that always settles. React Native's fetch has no time-out of its own, and an aborted request
 * or a body that stops halfway may never settle: the timer decides, not the abort.
 */
export const post: Post = async (url, headers, body, timeoutMs) => {
  const abort = typeof AbortController === 'function' ? new AbortController() : undefined;
  const answer = await within(clock, timeoutMs, async () => {
    const response = await fetch(url, { method: 'POST', headers, body, ...(abort && { signal: abort.signal }) });
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('Retry-After'),
    };
  });
  if (answer.ok) return answer.value;
  abort?.abort();
  return { status: 0, text: answer.reason, retryAfter: null };
};
