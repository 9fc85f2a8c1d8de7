import type { LinkStorage } from './types';

export interface Clock {
  /** Wall-clock time, for timestamps only: it jumps. */
  now(): number;
  /** Milliseconds that only ever grow, for durations. */
  elapsed(): number;
  /** Runs once after `ms`; the returned function calls it off. */
  after(ms: number, run: () => void): () => void;
}

/** What can go wrong. A release build logs these names, each with its reason. */
export type ErrorName =
  | 'config'
  | 'match'
  | 'clipboard'
  | 'resolve'
  | 'data'
  | 'search'
  | 'links'
  | 'filter'
  | 'isNewInstall'
  | 'read'
  | 'write'
  | 'events'
  | 'logEvent'
  | 'logCustomEvent'
  | 'setUserId'
  | 'useLinkEvent'
  | 'onLink'
  | 'createLinking'
  | 'open';

export interface Log {
  error(what: ErrorName, reason: string): void;
  /** Says each message once. Call it behind `__DEV__`: release builds neither carry nor say advice. */
  advise(message: string, level?: 'warn' | 'info'): void;
  /** What was said and need not be said again. */
  said: Set<string>;
}

export interface HttpReply {
  /** 0: no answer at all. */
  status: number;
  text: string;
  retryAfter?: string | null | undefined;
}

export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number
) => Promise<HttpReply>;

export interface KeyValueStore {
  read(key: string): Promise<string | null>;
  write(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** One of several that may know a fact. Where it is missing, it throws or answers with nothing. */
export type Source = () => unknown;

/** What a phone says of itself. */
export type DeviceFact =
  | 'model'
  | 'manufacturer'
  | 'systemVersion'
  | 'screenWidth'
  | 'screenHeight'
  | 'scale'
  | 'locale'
  | 'timezone'
  | 'userAgent';

/** All that the session and the event pipeline may do to the world. Any of it may throw, reject or hang. */
export interface Ports {
  os: string;
  clock: Clock;
  random(): number;
  log: Log;
  /** Logs an error of the app's own code, and hands it to the app's crash reporter. */
  reportFailure(what: ErrorName, error: unknown): void;
  post: Post;
  createStore(custom: LinkStorage | undefined): KeyValueStore;
  initialLink(): unknown;
  /** Calls `listener` with each link that arrives. */
  onLink(listener: (url: unknown) => void): void;
  /** Calls `listener` with `true` when the app comes to the foreground, and with `false` when it leaves it. */
  onForeground(listener: (isForeground: boolean) => void): void;
  /** The sources of each fact are in the order in which they are asked. */
  installReferrer: Source[];
  installTime: Source[];
  /** When the process was started, in milliseconds since 1970. */
  processStart: Source[];
  device: Record<DeviceFact, Source[]>;
  /** A pair: whether the clipboard holds a URL, which shows no prompt, and a source that reads its text. */
  clipboard: Source[];
  /** What the app lacks, and which packages would help it, if any. Release builds have no advice. */
  missingAdvice?(facts: Partial<Record<DeviceFact, unknown>> | null): string | undefined;
}
