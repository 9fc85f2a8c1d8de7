import type { ReactNode } from 'react';

/** How a link reached the app. */
export type LinkType =
  /** Matched by the service on the first run after an install. */
  | 'deferred'
  /** A universal link or app link (http or https) that opened the installed app. */
  | 'verified'
  /** A link with the app's own scheme, such as `myapp://details/42`. */
  | 'scheme';

/** Where the library keeps its few values; synchronous and asynchronous stores both fit. */
export interface LinkStorage {
  getItem(key: string): Promise<string | null> | string | null;
  setItem(key: string, value: string): Promise<void> | void;
  removeItem?(key: string): Promise<void> | void;
}

/** What a person has said about being matched and measured. */
export type Consent = 'granted' | 'pending' | 'denied';

/** A step of the search for a link, or of the delivery of events. */
export type DiagnosticStep =
  'firstRun' | 'initialLink' | 'referrer' | 'fingerprint' | 'clipboard' | 'match' | 'resolve' | 'publish' | 'events';

/** One entry per finished step: the answer to "why did nothing match?". */
export interface Diagnostic {
  step: DiagnosticStep;
  /** What came of it, such as `found`, `none`, `failed`. */
  outcome: string;
  /** How long the step took, in milliseconds. */
  durationMs: number;
  /** Why, where the outcome alone doesn't say. Never holds a key, a clipboard text or a query value. */
  reason?: string;
}

/** The `config` prop of `LinkProvider`. */
export interface Config {
  /** The publishable API key issued in the service's dashboard. */
  API_KEY: string;
  /** The application identifier issued in the service's dashboard. */
  appID: string;
  /**
   * Whether an iOS first run looks for a link on the clipboard, which may show the system's paste prompt.
   * @default true
   */
  shouldUseClipboard?: boolean | undefined;
  /**
   * Where the first-run flag and waiting events are kept.
   * @default `@react-native-async-storage/async-storage`, where it is installed
   */
  storage?: LinkStorage | undefined;
  /**
   * Address of the matching service; https, except for a local or private development host.
   * @default `http://localhost:8787` in development; required in a release build
   */
  baseUrl?: string | undefined;
  /**
   * The most time from mount to `isLinkProcessed`, everything included, in milliseconds.
   * @default 5000
   */
  timeoutMs?: number | undefined;
  /**
   * Hosts of your links, exact (`go.example.com`) or with a wildcard (`*.example.com`). When given, only
   * links on them are sent to be resolved and only those are taken from the clipboard.
   * @default every http(s) link
   */
  linkDomains?: readonly string[] | undefined;
  /**
   * Keeps the first run open for 24 hours when the match got no answer (no network, timeout, 429, 5xx).
   * @default false
   */
  retryUnansweredMatch?: boolean | undefined;
  /**
   * Until `granted`: nothing is read, sent or stored, and direct links still route. `denied` also removes
   * what was stored and queued.
   * @default 'granted'
   */
  consent?: Consent | undefined;
  /** Called with one entry per finished step. */
  onDiagnostic?: ((entry: Diagnostic) => void) | undefined;
}

/** The props of `LinkProvider`. */
export interface LinkProviderProps {
  config: Config;
  children: ReactNode;
}

/** What `useLinkContext()` returns. */
export interface LinkContextType {
  /** `true` once the search for a link has ended, whether it found one or not. */
  isLinkProcessed: boolean;
  /** The link as it arrived, or as the service resolved it; always a string today. */
  linkUrl: string | URL | null;
  /** Its path and query, such as `/product/42?ref=mail`. */
  linkRoute: string | null;
  linkType: LinkType | null;
  /** Forgets the link; call it once you have navigated. Its identity never changes. */
  clearLink: () => void;
}
