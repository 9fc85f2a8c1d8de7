/** A field that the service refused, and why. */
export interface FieldProblem {
  name: string;
  message: string;
}

interface ProblemDetails {
  /** 0 without an answer that the page understands. */
  status: number;
  code: string;
  message: string;
  fields?: readonly FieldProblem[];
  retryAfterSeconds?: number | null;
  /** How many installs the deletion must confirm. */
  count?: number | null;
}

/** Why a request failed. It is thrown, as the query cache learns of failures in no other way. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  readonly retryAfterSeconds: number | null;
  readonly count: number | null;

  constructor({ status, code, message, fields = [], retryAfterSeconds = null, count = null }: ProblemDetails) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.count = count;
  }
}

/** Whether asking again may help. */
export function isPassing(error: unknown): boolean {
  return error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Whether the service says that nobody is signed in, or that the app is not this person's. */
export function isRefused(error: unknown): boolean {
  return error instanceof Problem && error.status === 401;
}

/** Whether the service didn't answer at all. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unreachable';
}

export function isMissing(error: unknown): boolean {
  return error instanceof Problem && error.status === 404;
}
