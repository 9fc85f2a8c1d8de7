import type { Hook } from '@hono/zod-openapi';
import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { Busy, describeFault, isCutOff, isOwnTimeout, isPassingFault, isRefusedRole } from '../../values/faults.ts';
import { QuotaReached } from '../../values/quotas.ts';
import type { ServiceApp, ServiceEnv } from '../ServiceEnv.ts';
import type { ServiceParts } from '../ServiceParts.ts';
import { invalidBody, problemBody } from '../wire/problems.ts';

/** When to come back after a fault that passes: databases fail over in seconds. */
export const RETRY_AFTER_SECONDS = 2;

export const answerInvalid: Hook<unknown, ServiceEnv, string, Response | undefined> = (result, c) =>
  result.success ? undefined : c.json(invalidBody(result.error, result.target), 400);

/** Matches what no other route takes: any path may be a link. */
export const EVERY_PATH = '/*';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

export type AnswerMissing = (c: Context<ServiceEnv>) => Response;

/** 404 if nothing is at this path, and 405 if something is, for other methods. */
export function answerMissing(server: ServiceApp): AnswerMissing {
  return (c) => {
    const allowed = METHODS.filter((method) =>
      server.router
        .match(method, c.req.path)[0]
        .some(([[, route]]) => route.method === method && route.path !== EVERY_PATH)
    );
    if (allowed.length === 0) return c.json(problemBody('not_found', 'There is nothing here.'), 404);
    c.header('Allow', allowed.join(', '));
    return c.json(problemBody('method_not_allowed', `Use ${allowed.join(', ')}.`), 405);
  };
}

/** A refusal that will pass, and in how many seconds if that is known. */
export function answerLater(
  c: Context,
  status: 429 | 500 | 503,
  problem: ReturnType<typeof problemBody>,
  retryAfterSeconds?: number
): Response {
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  return c.json(problem, status);
}

/** The framework throws on an unreadable body, storage on a quota. All else is our fault or the database's. */
export function answerError({
  log,
  outages,
  isOverloaded,
}: Pick<ServiceParts, 'log' | 'outages' | 'isOverloaded'>): ErrorHandler<ServiceEnv> {
  return (error, c) => {
    if (isCutOff(error) || (error instanceof HTTPException && error.status === 400)) {
      return c.json(problemBody('malformed_json', 'The body is not JSON.'), 400);
    }
    if (error instanceof HTTPException && error.status === 415) {
      return c.json(problemBody('not_json', 'Send Content-Type: application/json.'), 415);
    }
    if (error instanceof QuotaReached) return c.json(problemBody('quota_reached', error.message), 409);
    if (error instanceof Busy) {
      const problem = problemBody('busy', 'Too many requests of this kind are waiting. Try again in a moment.');
      return answerLater(c, 503, problem, RETRY_AFTER_SECONDS);
    }
    const request = { method: c.req.method, route: routePath(c) };
    if (isRefusedRole(error)) {
      const message = 'The database refuses the role or the password of DATABASE_URL';
      log('error', message, { ...request, ...describeFault(error) });
      const problem = problemBody('unavailable', 'The database refuses this service; the log says why.');
      return answerLater(c, 503, problem, RETRY_AFTER_SECONDS);
    }
    if (isPassingFault(error)) {
      outages.note();
      const [message, problem] =
        isOwnTimeout(error) && isOverloaded()
          ? ([
              'This instance is too busy to read the database’s answers',
              problemBody('busy', 'This instance of the service is too busy right now. Try again in a moment.'),
            ] as const)
          : ([
              'The database did not answer',
              problemBody('unavailable', 'The database does not answer right now. Try again in a moment.'),
            ] as const);
      log('warn', message, { ...request, ...describeFault(error) });
      return answerLater(c, 503, problem, RETRY_AFTER_SECONDS);
    }
    log('error', 'A request failed', { ...request, ...describeFault(error) });
    return answerLater(c, 500, problemBody('internal', 'Something went wrong here. Try again later.'));
  };
}
