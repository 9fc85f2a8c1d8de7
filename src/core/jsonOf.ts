import { attempt } from './attempt';

/** The JSON text of a value that was read from JSON; `undefined` if it is nested too deeply for the engine. */
export const jsonOf = (value: unknown): string | undefined => attempt(() => JSON.stringify(value));
