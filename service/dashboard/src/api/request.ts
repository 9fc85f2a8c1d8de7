import { SECOND_MS } from '../../../src/values/durations.ts';
import { readRetryAfter } from '../../../src/values/readRetryAfter.ts';
import { Problem, type FieldProblem } from './Problem.ts';

/** Longer than the service lets a query take. */
const ANSWER_WITHIN_MS = 30_000;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  app?: string | undefined;
  /** The token of a shared view. Without one, the session authorizes. */
  token?: string | undefined;
  /** Null is sent as empty. An empty string is left out. */
  query?: Readonly<Record<string, string | number | readonly string[] | null | undefined>> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** @default 30 seconds */
  withinMs?: number;
}

function withQuery(path: string, query: RequestOptions['query'] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const each of value) params.append(name, String(each));
    else if (value !== undefined && value !== '') params.set(name, String(value ?? ''));
  }
  return params.size > 0 ? `${path}?${params.toString()}` : path;
}

/** Whole seconds from now. */
function retryAfterSeconds(header: string | null): number | null {
  const ms = readRetryAfter(header, Date.now());
  return ms === null ? null : Math.max(1, Math.ceil(ms / SECOND_MS));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function ask(
  path: string,
  { method = 'GET', app, token, query, body, signal, withinMs = ANSWER_WITHIN_MS }: RequestOptions
) {
  const limit = AbortSignal.timeout(withinMs);
  try {
    const response = await fetch(withQuery(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(app === undefined ? {} : { 'x-app-id': app }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return { response, text: await response.text() };
  } catch (error) {
    // The caller no longer waits for the answer.
    if (signal?.aborted) throw error;
    const message = limit.aborted
      ? 'The service did not answer in time.'
      : 'The service can’t be reached. Is it running, and are you online?';
    throw new Problem({ status: 0, code: 'unreachable', message });
  }
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the service says about a request that failed, as far as it can be read. */
function readProblem(json: unknown): { code?: string; message?: string; fields?: FieldProblem[]; count?: number } {
  return isObject(json) && isObject(json.error) ? json.error : {};
}

/**
 * Whether this can be an answer of the service. The types hold only for the version that serves this page; with
 * another one, or a proxy in between, pages at least find no null in a list.
 */
function isAnswer(json: unknown): boolean {
  return isObject(json) && Object.values(json).every((value) => !Array.isArray(value) || !value.includes(null));
}

/** Throws a Problem if the service refuses, doesn't answer, or the page doesn't understand the answer. */
export async function request<Answer extends object | undefined>(
  path: string,
  options: RequestOptions = {}
): Promise<Answer> {
  const { response, text } = await ask(path, options);
  const { status } = response;
  const json = parse(text);
  if (!response.ok) {
    const { code, message, fields, count } = readProblem(json);
    throw new Problem({
      status,
      code: code ?? 'unknown',
      message: message ?? `The service answered with status ${status} and no explanation.`,
      fields: fields ?? [],
      count: count ?? null,
      retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after')),
    });
  }
  if (status === 204) return undefined as Answer;
  if (isAnswer(json)) return json as Answer;
  const message =
    json === undefined
      ? 'The answer was cut off, or didn’t come from the service.'
      : 'This page doesn’t understand the answer. Reload it; the service may be newer than the page.';
  throw new Problem({ status: 0, code: 'not_understood', message });
}
