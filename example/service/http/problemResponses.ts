import { problemSchema } from '../wire/problemSchema';

const descriptions = {
  400: 'The body is not JSON, or breaks the schema',
  401: 'The key is missing or wrong',
  403: 'The app is unknown, or the key may not do this',
  404: 'Nothing found',
  409: 'Already taken',
  413: 'The body is too large',
  415: 'The body is not application/json',
  429: 'Too many requests; Retry-After says when to come back',
} as const;

type ProblemStatus = keyof typeof descriptions;

type ProblemResponse = {
  description: string;
  content: { 'application/json': { schema: typeof problemSchema } };
};

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
