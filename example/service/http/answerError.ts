import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { problemBody } from './problemBody';
import type { ServiceEnv } from './ServiceContext';

export type Log = (message: string, error: unknown) => void;

/** The framework throws on a body that it can't read; all else here is a fault of ours. */
export function answerError(log: Log): ErrorHandler<ServiceEnv> {
  return (error, c) => {
    if (error instanceof HTTPException && error.status === 400) {
      return c.json(problemBody('malformed_json', 'The body is not JSON.'), 400);
    }
    if (error instanceof HTTPException && error.status === 415) {
      return c.json(problemBody('not_json', 'Send Content-Type: application/json.'), 415);
    }
    log(`${c.req.method} ${c.req.path} failed`, error);
    return c.json(problemBody('internal', 'Something went wrong here. Try again later.'), 500);
  };
}
