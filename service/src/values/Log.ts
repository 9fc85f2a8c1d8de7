export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Fields hold no addresses, no bodies, no query values and no keys. */
export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;
