import { UsageError } from './output.ts';

/** What the options of a command were set to. */
export type Values = Record<string, string | string[] | undefined>;

/** The value of an option that the command can't do without. */
export function required(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing. --help shows how.`);
  return value;
}
