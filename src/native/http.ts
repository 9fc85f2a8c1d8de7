import { reasonOf } from '../core/reasonOf';
import type { HttpReply, Post } from '../ports';

/**
 * One POST that always settles. React Native's fetch has no time-out of its own, and an aborted request
 * or a body that stops halfway may never settle: the timer decides, not the abort.
 */
export const post: Post = (url, headers, body, timeoutMs) =>
  new Promise<HttpReply>((resolve) => {
    const abort = typeof AbortController === 'function' ? new AbortController() : undefined;
    const fail = (text: string) => resolve({ status: 0, text, retryAfter: null });
    const timer = setTimeout(() => {
      fail(`no answer within ${Math.round(timeoutMs)} ms`);
      abort?.abort();
    }, timeoutMs);

    async function request() {
      const response = await fetch(url, { method: 'POST', headers, body, ...(abort && { signal: abort.signal }) });
      return {
        status: response.status,
        text: await response.text(),
        retryAfter: response.headers.get('Retry-After'),
      };
    }
    request()
      .then(resolve, (error: unknown) => fail(`no connection to the service (${reasonOf(error)})`))
      .finally(() => clearTimeout(timer));
  });
