import { z, type Hook } from '@hono/zod-openapi';
import type { Context, ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { Busy, describeFault, isCutOff, isPassingFault } from '../types/faults.ts';
import type { Log } from '../types/Log.ts';
import { laterPage, missingPage } from './landing/missingPage.ts';
import { pageHeaders } from './landing/pageHeaders.ts';
import type { ServiceApp, ServiceEnv } from './ServiceContext.ts';

export interface ProblemField {
  name: string;
  message: string;
}

/** When to come back after a fault that passes: databases fail over in seconds. */
const RETRY_AFTER_SECONDS = 2;

export function problemBody(code: string, message: string, fields?: ProblemField[]) {
  return { error: fields ? { code, message, fields } : { code, message } };
}

const problemSchema = z
  .object({
    error: z.object({
      code: z.string().openapi({ example: 'no_match' }),
      message: z.string(),
      fields: z
        .array(z.object({ name: z.string(), message: z.string() }))
        .optional()
        .openapi({ description: 'The fields that are not valid.' }),
    }),
  })
  .openapi('Problem');

const descriptions = {
  400: 'The body is not JSON, or breaks the schema',
  401: 'The credentials are missing or wrong',
  403: 'The key may not do this',
  404: 'Nothing found',
  409: 'Already taken',
  413: 'The body is too large',
  415: 'The body is not application/json',
  429: 'Too many requests; Retry-After says when to come back',
  503: 'The database does not answer right now; Retry-After says when to come back',
} as const;

type ProblemStatus = keyof typeof descriptions;

interface ProblemResponse {
  description: string;
  content: { 'application/json': { schema: typeof problemSchema } };
}

/** For a route's `responses`: each of these statuses carries a problem. */
export function problemResponses<Status extends ProblemStatus>(...statuses: Status[]): Record<Status, ProblemResponse> {
  const entries = statuses.map((status) => [
    status,
    {
      description: descriptions[status],
      content: { 'application/json': { schema: problemSchema } },
    },
  ]);
  return Object.fromEntries(entries) as Record<Status, ProblemResponse>;
}

/** Names every field that broke the schema, such as `events.0.timestamp`, or `target` if the whole did. */
export function invalidBody({ issues }: z.ZodError, target: string) {
  const fields = issues.map(({ path, message }) => ({ name: path.join('.') || target, message }));
  const names = fields.map(({ name }) => name).join(', ');
  return problemBody('invalid_request', `These fields are not valid: ${names}`, fields);
}

export const answerInvalid: Hook<unknown, ServiceEnv, string, Response | undefined> = (result, c) =>
  result.success ? undefined : c.json(invalidBody(result.error, result.target), 400);

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** Whether a person looks at it: a link to a screen of the app may be opened where the app is not installed. */
function isForPeople({ req }: Context): boolean {
  const isPage = req.method === 'GET' && !/^\/(api|\.well-known)\//.test(req.path);
  return isPage && (req.header('accept') ?? '').includes('text/html');
}

/** Nothing is at this path, or nothing that takes this method. */
export function answerMissing(server: ServiceApp): NotFoundHandler<ServiceEnv> {
  return async (c) => {
    const allowed = METHODS.filter((method) =>
      server.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method)
    );
    if (allowed.length === 0) {
      return isForPeople(c)
        ? c.html(missingPage(), 404, await pageHeaders())
        : c.json(problemBody('not_found', 'There is nothing here.'), 404);
    }
    c.header('Allow', allowed.join(', '));
    return c.json(problemBody('method_not_allowed', `This takes ${allowed.join(', ')}.`), 405);
  };
}

/** People get a page on which they can try again, and programs get JSON. */
export async function answerLater(
  c: Context,
  status: 429 | 500 | 503,
  problem: ReturnType<typeof problemBody>,
  retryAfterSeconds?: number
): Promise<Response> {
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  return isForPeople(c) ? c.html(laterPage(), status, await pageHeaders()) : c.json(problem, status);
}

/** The framework throws on a body that it can't read. Everything else is a fault of ours or of the database. */
export function answerError(log: Log): ErrorHandler<ServiceEnv> {
  return (error, c) => {
    if (isCutOff(error) || (error instanceof HTTPException && error.status === 400)) {
      return c.json(problemBody('malformed_json', 'The body is not JSON.'), 400);
    }
    if (error instanceof HTTPException && error.status === 415) {
      return c.json(problemBody('not_json', 'Send Content-Type: application/json.'), 415);
    }
    if (error instanceof Busy) {
      const problem = problemBody('busy', 'Too many requests of this kind are waiting. Try again in a moment.');
      return answerLater(c, 503, problem, RETRY_AFTER_SECONDS);
    }
    const request = { method: c.req.method, route: routePath(c, -1) };
    if (isPassingFault(error)) {
      log('warn', 'The database did not answer', { ...request, ...describeFault(error) });
      const problem = problemBody('unavailable', 'The database does not answer right now. Try again in a moment.');
      return answerLater(c, 503, problem, RETRY_AFTER_SECONDS);
    }
    log('error', 'A request failed', { ...request, ...describeFault(error) });
    return answerLater(c, 500, problemBody('internal', 'Something went wrong here. Try again later.'));
  };
}
