import { UsageError } from './output.ts';

export type Values = Record<string, string | string[] | undefined>;

/** `iosAppId` is set by --ios-app-id. */
export const optionName = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function required(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing. --help shows how.`);
  return value;
}
