import { within } from '../core/within';
import type { Post } from '../ports';
import { clock } from './clock';

/** A response as far as an app's own `fetch`, or a test's, can be trusted to have it. */
interface Response {
  ok?: unknown;
  status?: unknown;
  headers?: unknown;
  text?(): unknown;
  json?(): unknown;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Mocks leave one or both of them out. */
const statusOf = ({ status, ok }: Response) => (typeof status === 'number' ? status : ok === false ? 500 : 200);

async function bodyOf(response: Response): Promise<string> {
  const text = await response.text?.();
  if (typeof text === 'string' || !response.json) return String(text ?? '');
  return JSON.stringify(await response.json()) ?? '';
}

/** `headers` may be an object of its own kind, a plain one, or none. */
function retryAfterOf(response: Response): string | null {
  const value = attempt(() => {
    const headers = response.headers as { get?(name: string): unknown } & Record<string, unknown>;
    return headers.get ? headers.get('Retry-After') : (headers['retry-after'] ?? headers['Retry-After']);
  });
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/**
 * One POST that always settles. React Native's fetch has no time-out of its own, and an aborted request
 * or a body that stops halfway may never settle: the timer decides, not the abort.
 */
export const post: Post = async (url, headers, body, timeoutMs) => {
  const abort = attempt(() => new AbortController());
  const signal = attempt(() => abort?.signal);
  const answer = await within(clock, timeoutMs, async () => {
    const response = (await fetch(url, { method: 'POST', headers, body, ...(signal && { signal }) })) as
      Response | undefined;
    if (!response) throw new TypeError('fetch has answered with nothing');
    return { status: statusOf(response), text: await bodyOf(response), retryAfter: retryAfterOf(response) };
  });
  if (answer.ok) return answer.value;
  attempt(() => abort?.abort());
  return { status: 0, text: answer.reason, retryAfter: null };
};
