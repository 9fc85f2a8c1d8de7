import type { ReactNode } from 'react';

/** How a link reached the app. */
export type LinkType =
  /** Matched by the service on the first run after an install. */
  | 'deferred'
  /** A universal link or app link (http or https) that opened the installed app. */
  | 'verified'
  /** A link with the app's own scheme, such as `myapp://details/42`. */
  | 'scheme';

/** How a deferred link was tied to this install. */
export interface LinkMatch {
  /** `clickId`: the store kept it. `clipboard`: the link was copied. `fingerprint`: this phone resembles the one that clicked. */
  by: 'clickId' | 'clipboard' | 'fingerprint';
  /** The probability that the link led to this install, from 0 to 1. */
  confidence: number;
}

/** What every link has. */
interface LinkFacts {
  /** The link as it arrived, or as the service resolved it. */
  url: string;
  /** Its path and query, such as `/product/42?ref=mail`. */
  route: string;
  /** Its path alone, such as `/product/42`. */
  pathname: string;
  /** Its query, decoded; if a key is repeated, its first value. A key that the link lacks is `undefined`. */
  params: Readonly<Record<string, string | undefined>>;
  /** The JSON object that was attached to the link when it was made. */
  data: Readonly<Record<string, unknown>> | null;
}

interface DeferredLink extends LinkFacts {
  type: 'deferred';
  /**
   * How it was matched; `null` where the service doesn't say. Never sign somebody in, or show somebody's data, by a match
   * that is not by `clickId`: the link may have been meant for somebody else.
   */
  match: Readonly<LinkMatch> | null;
}

interface DirectLink extends LinkFacts {
  type: 'verified' | 'scheme';
  /** Only deferred links are matched. */
  match: null;
}

/** A link that was found. Its `type` says which kind it is. */
export type Link = DeferredLink | DirectLink;

/** Where the library keeps its few values. Its methods may be synchronous or asynchronous. */
export interface LinkStorage {
  getItem(key: string): Promise<string | null> | string | null;
  setItem(key: string, value: string): Promise<void> | void;
  removeItem?(key: string): Promise<void> | void;
}

/** What a person has said about being matched and measured. */
export type Consent = 'granted' | 'pending' | 'denied';

/** The outcomes that each step may have. */
interface DiagnosticOutcomes {
  /** Whether this install may be matched. */
  firstRun: 'first' | 'unanswered' | 'used';
  /** `failed`: it could not be read or written. `restored`: the app had cleared it. `wiped`: consent was denied. */
  storage: 'failed' | 'restored' | 'wiped';
  /** The link that launched the app. `reload`: it was taken before JavaScript was loaded again, and isn't opened. */
  initialLink: 'found' | 'none' | 'failed' | 'reload';
  /** A link that `config.filter` was asked about. */
  filter: 'refused' | 'failed';
  /** The click id that Google Play kept for this install. */
  referrer: 'found' | 'none' | 'failed';
  /** `off`: `config.shouldUseFingerprint` is off on this platform. */
  fingerprint: 'gathered' | 'off';
  clipboard: 'found' | 'none' | 'failed';
  /** `unusable`: the answer is no link to an app; `postponed`: no time was left to ask, so the next launch asks. */
  match: 'found' | 'none' | 'unusable' | 'refused' | 'unavailable' | 'postponed';
  resolve: 'found' | 'none' | 'unusable' | 'refused' | 'unavailable';
  /** A link that `createLink` was asked to make. */
  createLink: 'created' | 'refused' | 'unavailable';
  /** What the app was told. */
  publish: LinkType | 'none';
  /** A delivery of events. */
  events: 'accepted' | 'tooLarge' | 'refused' | 'unavailable';
}

/** A step of the search for a link, or of the delivery of events. */
export type DiagnosticStep = keyof DiagnosticOutcomes;

/** An outcome of a step. */
export type DiagnosticOutcome<Step extends DiagnosticStep = DiagnosticStep> = DiagnosticOutcomes[Step];

/** One entry per finished step: the answer to "why did nothing match?". */
export type Diagnostic = {
  [Step in DiagnosticStep]: {
    step: Step;
    /** How the step ended. */
    outcome: DiagnosticOutcome<Step>;
    /** How long the step took, in milliseconds. */
    durationMs: number;
    /** Why, where the outcome alone doesn't say. Never holds a key, a clipboard text or a query value. */
    reason?: string;
  };
}[DiagnosticStep];

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
   * Whether a first run may be matched by facts about the device; `'android'`: there only. A click id always counts.
   * @default true
   */
  shouldUseFingerprint?: boolean | 'android' | undefined;
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
   * How long, in milliseconds from mount, the search goes on. A link found after `timeoutMs` is published late; the same
   * value as `timeoutMs` turns that off.
   * @default 30000
   */
  lateLinkMs?: number | undefined;
  /**
   * Hosts of your links, exact (`go.example.com`) or with a wildcard (`*.example.com`), in their ASCII form. When
   * given, only links on them are sent to be resolved and only those are taken from the clipboard.
   * @default every http(s) link
   */
  linkDomains?: readonly string[] | undefined;
  /**
   * Paths below which links are short links, such as `/promo` for `/promo/summer/2026`. Links of one segment always are.
   * @default none
   */
  linkPrefixes?: readonly string[] | undefined;
  /**
   * Whether a URL that opened the app is a link of yours. What it refuses, such as a login's callback, is left to the app:
   * it isn't published or sent, and doesn't use up the first run.
   * @default every URL is a link
   * @example (url) => !url.startsWith('shop://login/callback')
   */
  filter?: ((url: string) => boolean) | undefined;
  /**
   * Whether this install is new, where the library can't know: `false` keeps people who had the app before the
   * library from being matched. It is asked only if no earlier launch has stored the first-run flag.
   * @default in release builds: whether the app was installed within the last seven days
   */
  isNewInstall?: boolean | (() => boolean | Promise<boolean>) | undefined;
  /**
   * Whether a match that got no answer (no network, timeout, 429, 5xx) is tried again for 24 hours.
   * @default false
   */
  retryUnansweredMatch?: boolean | undefined;
  /**
   * Until it is `granted`, nothing is read or stored, and nothing is sent but a short link that opened the app. `denied`
   * also removes what was stored.
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
  /** The same link as one object, with its parameters and its data. */
  link: Link | null;
  /** Forgets the link; call it once you have navigated. Its identity never changes. */
  clearLink: () => void;
}
