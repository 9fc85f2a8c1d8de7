import type { Hook } from '@hono/zod-openapi';
import { problemBody } from './problemBody';
import type { ServiceEnv } from './ServiceContext';

/** Names every field that broke the schema, such as `events.0.timestamp`. */
export const answerInvalid: Hook<unknown, ServiceEnv, string, Response | undefined> = (result, c) => {
  if (result.success) return undefined;
  const fields = result.error.issues.map(({ path, message }) => ({
    name: path.join('.') || result.target,
    message,
  }));
  const names = fields.map(({ name }) => name).join(', ');
  return c.json(problemBody('invalid_request', `These fields are not valid: ${names}`, fields), 400);
};
