import { attempt } from './attempt';

/** The JSON text of what came as JSON; `undefined` where it is nested too deeply for the engine to write it. */
export const jsonOf = (value: unknown): string | undefined => attempt(() => JSON.stringify(value));
