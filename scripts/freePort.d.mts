/** A port of this machine that nobody listens on right now. */
export function freePort(): Promise<number>;
