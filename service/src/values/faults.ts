/** The fields of a PostgreSQL error that may be logged: those that don't repeat the values of a row. */
const SAFE_PROPERTIES = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall'] as const;

/**
 * States in which the database can't answer now and may soon: no connection (08), a role or password that it refuses
 * until somebody corrects it (28), too many (53), cancelled by a time-out (57014) or by a shutdown (57P), a lock that
 * could not be had (55P03), a standby or a deadlock (25006, 40).
 */
const PASSING_STATES = /^(08|28|53|57|55P03|25006|40)/;

const PASSING_SYSTEM_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN']);

/** Messages of drivers, without a code, for a wait that was too long, or a connection that broke or was closed. */
const PASSING_MESSAGES = /timeout|terminated|not queryable|Connection ended|after calling end|PGlite is clos/i;

/** Too much work of one kind is waiting: a passing fault. */
export class Busy extends Error {
  override readonly name = 'Busy';
  constructor() {
    super('Too many requests of this kind are waiting.');
  }
}

/** A fault of one app's part of some work. */
export class AppFault extends Error {
  override readonly name = 'AppFault';
  readonly appId: string;
  constructor(appId: string, cause: unknown) {
    super(`It failed for the app ${appId}.`, { cause });
    this.appId = appId;
  }
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let current = error; current !== undefined && chain.length < 10;) {
    chain.push(current);
    current = current instanceof Error ? current.cause : undefined;
  }
  return chain;
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/** Whether the sender of a request cut it off. The code alone could be of any connection that breaks. */
export function isCutOff(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && codeOf(error) === 'ECONNRESET';
}

/** Whether the database refuses the role or the password of DATABASE_URL. */
export function isRefusedRole(error: unknown): boolean {
  return chainOf(error).some((link) => codeOf(link)?.startsWith('28'));
}

/** Whether somebody else held a row or a table for longer than a statement waits. */
export function isLocked(error: unknown): boolean {
  return chainOf(error).some((link) => codeOf(link) === '55P03');
}

/** Whether the same request may well succeed in a moment. */
export function isPassingFault(error: unknown): boolean {
  return chainOf(error).some((link) => {
    const parts: unknown[] = link instanceof AggregateError ? link.errors : [link];
    return parts.some((part) => {
      if (part instanceof Busy) return true;
      const code = codeOf(part);
      if (code !== null) return PASSING_STATES.test(code) || PASSING_SYSTEM_ERRORS.has(code);
      return part instanceof Error && PASSING_MESSAGES.test(part.message);
    });
  });
}

/** Whether the driver gave up waiting, maybe only because the service was too busy to notice an answer in time. */
export function isOwnTimeout(error: unknown): boolean {
  const root = chainOf(error).at(-1);
  return root instanceof Error && codeOf(root) === null && /timeout/i.test(root.message);
}

/**
 * The parts of a fault that may be logged: what kind it is and where it happened. The message of a query's fault is
 * left out, because drizzle's repeats the parameters, and PostgreSQL's repeats the values.
 */
export function describeFault(error: unknown): Record<string, unknown> {
  const chain = chainOf(error);
  const root = chain.at(-1);
  const isOfDatabase = chain.some((link) => codeOf(link) !== null || (link instanceof Error && 'query' in link));
  const details = Object.fromEntries(
    SAFE_PROPERTIES.flatMap((name) => {
      const value: unknown = root instanceof Error ? Reflect.get(root, name) : undefined;
      return typeof value === 'string' ? [[name, value]] : [];
    })
  );
  const app = chain.find((link) => link instanceof AppFault);
  const thrown = app ? app.cause : error;
  const frames = thrown instanceof Error ? (thrown.stack ?? '').split('\n').filter((line) => /^ +at /.test(line)) : [];
  return {
    ...(app ? { app: app.appId } : {}),
    fault: root instanceof Error ? root.name : typeof root,
    ...(root instanceof Error && !isOfDatabase ? { message: root.message } : {}),
    ...details,
    at: frames.slice(0, 5).map((line) => line.trim()),
  };
}

/** The reason of a fault, for the operator's own eyes: it may repeat the values of a row. */
export function rootMessage(error: unknown): string {
  // drizzle wraps the driver's error in one that only repeats the query.
  const root = error instanceof Error && error.cause ? error.cause : error;
  if (root instanceof AggregateError) return root.errors.map(String).join('; ');
  return root instanceof Error ? root.message : String(root);
}
