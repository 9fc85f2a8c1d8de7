import { attempt } from '../core/attempt';
import { within } from '../core/within';
import type { Clock, Post } from '../ports';

/** What a response may have. A test's mock, which a release build knows nothing of, can leave any of it out. */
interface Response {
  ok?: unknown;
  status?: unknown;
  headers: { get(name: string): string | null };
  text?(): unknown;
  json?(): unknown;
}

/** A mock may have only one of the two fields, or none; with no body either, nobody can say what it means. */
function statusOf(response: Response): number {
  const { status, ok } = response;
  if (typeof status === 'number') return status;
  if (ok === undefined && !response.text && !response.json) throw new TypeError("fetch's answer can't be read");
  return ok === false ? 500 : 200;
}

async function bodyOf(response: Response): Promise<string> {
  const text = await response.text?.();
  if (!__DEV__ || typeof text === 'string' || !response.json) return String(text ?? '');
  return JSON.stringify(await response.json()) ?? '';
}

/** A POST that always settles: the timer decides, as an aborted request or a body cut off halfway may never settle. */
export const createPost =
  (clock: Clock): Post =>
  async (url, headers, body, timeoutMs) => {
    let abort: AbortController;
    const answer = await within(clock, timeoutMs, async () => {
      abort = new AbortController();
      // By default React Native sends and stores cookies, and Android shares them with web views.
      const init = { method: 'POST', headers, body, signal: abort.signal, credentials: 'omit' } as RequestInit;
      const response = Object(await fetch(url, init)) as Response;
      return {
        status: __DEV__ ? statusOf(response) : (response.status as number),
        text: await bodyOf(response),
        // Whatever becomes of them, the service has answered.
        retryAfter: attempt(() => response.headers.get('Retry-After')),
      };
    });
    if (answer.ok) return answer.value;
    // React Native's controller calls console.assert, which some apps remove.
    attempt(() => abort.abort());
    return { status: 0, text: answer.reason };
  };
