import { Problem } from '../api/Problem.ts';
import { formatDuration } from '../../../src/values/durations.ts';

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What went wrong, for the person in front of the page. */
export function describeProblem(error: unknown): string {
  if (!(error instanceof Problem)) return 'Something went wrong on this page.';
  const { status, retryAfterSeconds, message } = error;
  const when = retryAfterSeconds === null ? 'in a moment' : `in ${formatDuration(retryAfterSeconds * 1_000)}`;
  if (status === 429) return `Too many requests. Try again ${when}.`;
  return message;
}

/** What is wrong with a field, or with a part of it; null if nothing is. */
export function fieldProblem(error: unknown, name: string): string | null {
  if (!(error instanceof Problem)) return null;
  const own = error.fields.filter((field) => field.name === name || field.name.startsWith(`${name}.`));
  return own.length === 0 ? null : own.map(({ message }) => `${sentence(message)}.`).join(' ');
}

/** Whether the fields show the whole problem. */
export function isAboutFields(error: unknown, names: readonly string[]): boolean {
  return (
    error instanceof Problem &&
    error.fields.length > 0 &&
    error.fields.every(({ name }) => names.some((known) => name === known || name.startsWith(`${known}.`)))
  );
}
