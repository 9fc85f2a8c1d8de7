import { z } from '@hono/zod-openapi';

export interface ProblemField {
  name: string;
  message: string;
}

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
      count: z.int().optional().openapi({ description: 'How many installs the deletion must confirm.' }),
    }),
  })
  .openapi('Problem');

const descriptions = {
  400: 'The body is not JSON, or breaks the schema',
  401: 'The credentials are missing or wrong',
  403: 'The key may not do this',
  404: 'Nothing found',
  409: 'Already taken, over a quota of the app, or needs to be confirmed',
  410: 'The cursor is from before the database was restored or moved; load everything again',
  413: 'The body is too large',
  415: 'The body is not application/json',
  429: 'Too many requests; Retry-After says when to come back',
  500: 'Something failed; the log says why',
  503: 'The database does not answer right now, or the service is too busy; Retry-After says when to come back',
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
    { description: descriptions[status], content: { 'application/json': { schema: problemSchema } } },
  ]);
  return Object.fromEntries(entries) as Record<Status, ProblemResponse>;
}

/** Names every field that broke the schema, such as `events.0.timestamp`, or `target` if the whole did. */
export function invalidBody({ issues }: z.ZodError, target: string) {
  const fields = issues.map(({ path, message }) => ({ name: path.join('.') || target, message }));
  const names = fields.map(({ name }) => name).join(', ');
  return problemBody('invalid_request', `These fields are not valid: ${names}`, fields);
}
