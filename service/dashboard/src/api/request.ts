import * as z from 'zod/mini';
import { Problem } from './Problem.ts';

// Compiled checks are made by eval, which the content security policy forbids.
z.config({ jitless: true });

/** Longer than the service lets a query take. */
const ANSWER_WITHIN_MS = 30_000;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The app that it is about. */
  app?: string | undefined;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** For what answers with 204. */
export const nothingSchema = z.undefined();

const problemSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.array(z.object({ name: z.string(), message: z.string() }))),
  }),
});

function withQuery(path: string, query: RequestOptions['query'] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  return params.size > 0 ? `${path}?${params.toString()}` : path;
}

/** Seconds from now, from a header that has seconds or a date. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function ask(path: string, { method = 'GET', app, query, body, signal }: RequestOptions) {
  const limit = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const response = await fetch(withQuery(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(app === undefined ? {} : { 'x-app-id': app }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return { response, text: await response.text() };
  } catch (error) {
    // Whoever asked wants no answer any more.
    if (signal?.aborted) throw error;
    const message = limit.aborted
      ? 'The service did not answer in time.'
      : 'The service can’t be reached. Is it running, and are you online?';
    throw new Problem({ status: 0, code: 'unreachable', message });
  }
}

/** Asks the service and checks that the answer is of the schema; throws a Problem if there is none such. */
export async function request<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  options: RequestOptions = {}
): Promise<z.output<Schema>> {
  const { response, text } = await ask(path, options);
  const json = parse(text);
  const { status } = response;
  if (!response.ok) {
    const told = problemSchema.safeParse(json).data?.error;
    throw new Problem({
      status,
      code: told?.code ?? 'unknown',
      message: told?.message ?? `The service answered with ${status}, and not in a way that this page understands.`,
      fields: told?.fields ?? [],
      retryAfterSeconds: readRetryAfter(response.headers.get('retry-after')),
    });
  }
  const answer = schema.safeParse(status === 204 ? undefined : json);
  if (answer.success) return answer.data;
  const message =
    json === undefined && status !== 204
      ? 'The answer was cut off, or something else than the service has answered.'
      : 'This page does not understand the answer. Reload it: the service may be newer than the page.';
  throw new Problem({ status: 0, code: 'not_understood', message });
}
