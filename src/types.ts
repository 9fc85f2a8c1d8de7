import type { ReactNode } from 'react';

/** How a link reached the app. */
export type LinkType =
  /** Matched by the service on the first run after an install. */
  | 'deferred'
  /** A universal link or app link (http or https) that opened the installed app. */
  | 'verified'
  /** A link with the app's own scheme, such as `myapp://details/42`. */
  | 'scheme';

/** How a deferred link was matched to this install. */
export interface LinkMatch {
  /** `clickId`: from Google Play. `clipboard`: a copied link. `fingerprint`: this looks like the phone that clicked. */
  by: 'clickId' | 'clipboard' | 'fingerprint';
  /** The probability that the link led to this install, from 0 to 1. */
  confidence: number;
}

/** The properties of every link. */
interface LinkFacts {
  /** The link as it arrived, or as the service resolved it. */
  url: string;
  /** The link's path and query, such as `/product/42?ref=mail`. */
  route: string;
  /** The link's path without its query, such as `/product/42`. */
  pathname: string;
  /** The decoded query. If a key is repeated, the first value counts; a missing key is `undefined`. */
  params: Readonly<Record<string, string | undefined>>;
  /** The JSON object attached to the link when it was created, or `null`. */
  data: Readonly<Record<string, unknown>> | null;
}

interface DeferredLink extends LinkFacts {
  /** How the link reached the app. */
  type: 'deferred';
  /**
   * How the link was matched, or `null` if the service doesn't say. Unless it was matched by `clickId`, never sign
   * somebody in or show personal data: the link may have been meant for somebody else.
   */
  match: Readonly<LinkMatch> | null;
}

interface DirectLink extends LinkFacts {
  /** How the link reached the app. */
  type: 'verified' | 'scheme';
  /** Always `null`: only deferred links are matched. */
  match: null;
}

/** A link that the app received; `type` says which kind. */
export type Link = DeferredLink | DirectLink;

/** Where the library stores its values. The methods may be synchronous or asynchronous. */
export interface LinkStorage {
  /** Returns the stored value, or `null` if there is none. */
  getItem(key: string): Promise<string | null> | string | null;
  /** Stores a value. */
  setItem(key: string, value: string): Promise<void> | void;
  /** Removes a value; the result is ignored. */
  removeItem?(key: string): unknown;
}

/** Whether the person agreed to matching and events. */
export type Consent = 'granted' | 'pending' | 'denied';

/** The possible outcomes of each step. */
interface DiagnosticOutcomes {
  /** Whether this install may be matched. */
  firstRun: 'first' | 'unanswered' | 'used';
  /** `failed`: couldn't read or write. `restored`: rewritten after the app cleared it. `wiped`: consent was denied. */
  storage: 'failed' | 'restored' | 'wiped';
  /** The link that launched the app. `reload`: it was taken before a JavaScript reload, so it isn't opened again. */
  initialLink: 'found' | 'none' | 'failed' | 'reload';
  /** A URL for which `config.filter` returned false or threw. */
  filter: 'refused' | 'failed';
  /** The click id in Google Play's install referrer. */
  referrer: 'found' | 'none' | 'failed';
  /** `off`: `config.shouldUseFingerprint` is off on this platform. */
  fingerprint: 'gathered' | 'off';
  /** A link on the iOS clipboard. */
  clipboard: 'found' | 'none' | 'failed';
  /** `unusable`: no app can open the link in the answer. `postponed`: no time was left, so the next launch asks. */
  match: 'found' | 'none' | 'unusable' | 'refused' | 'unavailable' | 'postponed';
  /** The answer to a short link. */
  resolve: 'found' | 'none' | 'unusable' | 'refused' | 'unavailable';
  /** A call of `createLink`. */
  createLink: 'created' | 'refused' | 'unavailable';
  /** The type of the link that the app received. */
  publish: LinkType | 'none';
  /** A request with a batch of events. */
  events: 'accepted' | 'tooLarge' | 'refused' | 'unavailable';
}

/** The name of a step in `config.onDiagnostic`. */
export type DiagnosticStep = keyof DiagnosticOutcomes;

/** The possible outcomes of a step, or of all steps. */
export type DiagnosticOutcome<Step extends DiagnosticStep = DiagnosticStep> = DiagnosticOutcomes[Step];

/** One finished step, as passed to `config.onDiagnostic`. */
export type Diagnostic = {
  [Step in DiagnosticStep]: {
    /** Which step ended. */
    step: Step;
    /** How the step ended. */
    outcome: DiagnosticOutcome<Step>;
    /** How long the step took, in milliseconds. */
    durationMs: number;
    /** The reason, if there is one. It never contains a key, clipboard text or query values. */
    reason?: string;
  };
}[DiagnosticStep];

/** The `config` prop of `LinkProvider`. */
export interface Config {
  /** Your app's publishable key (`pk_…`), never its secret key. */
  API_KEY: string;
  /** Your app's id in the service. */
  appID: string;
  /**
   * Whether an iOS first run looks for a link on the clipboard; iOS may ask the person.
   * @default true
   */
  shouldUseClipboard?: boolean | undefined;
  /**
   * Whether a first run may be matched by facts about the device; `'android'`: on Android only.
   * @default true
   */
  shouldUseFingerprint?: boolean | 'android' | undefined;
  /**
   * Where the library stores the first-run record, waiting events and links.
   * @default `@react-native-async-storage/async-storage`, if it is installed
   */
  storage?: LinkStorage | undefined;
  /**
   * The address of the matching service: https, except for local and private hosts.
   * @default `http://localhost:8787` in development; required in a release build
   */
  baseUrl?: string | undefined;
  /**
   * The longest time from mount to `isLinkProcessed`, in milliseconds.
   * @default 5000
   */
  timeoutMs?: number | undefined;
  /**
   * How long after mount the search continues, in milliseconds. A link found after `timeoutMs` is published late; set
   * this to the value of `timeoutMs` to turn that off.
   * @default 30000
   */
  lateLinkMs?: number | undefined;
  /**
   * The hosts of your links, such as `go.example.com` or `*.example.com`; international ones in ASCII. If set, only
   * links on these hosts are resolved or read from the clipboard.
   * @default all hosts
   */
  linkDomains?: readonly string[] | undefined;
  /**
   * Paths of short links with several segments, such as `/promo` for `/promo/summer/2026`.
   * @default none
   */
  linkPrefixes?: readonly string[] | undefined;
  /**
   * Whether a URL that opened the app is one of your links. If it returns false, for example for a login callback, the
   * URL isn't published or sent, and doesn't use up the first run.
   * @default every URL is a link
   * @example (url) => !url.startsWith('shop://login/callback')
   */
  filter?: ((url: string) => boolean) | undefined;
  /**
   * Whether this install is new. Return `false` for people who already had the app when an update added the library.
   * It is used only if no earlier launch stored a first-run record.
   * @default in release builds: whether the app was installed within the last seven days
   */
  isNewInstall?: boolean | (() => boolean | Promise<boolean>) | undefined;
  /**
   * Whether to retry a match for 24 hours if it got no answer (no network, timeout, 429, 5xx).
   * @default false
   */
  retryUnansweredMatch?: boolean | undefined;
  /**
   * Until this is `granted`, nothing is read or stored, and nothing is sent except short links that open the app.
   * `denied` also removes what was stored.
   * @default 'granted'
   */
  consent?: Consent | undefined;
  /** Called when a step ends. */
  onDiagnostic?: ((entry: Diagnostic) => void) | undefined;
}

/** The props of `LinkProvider`. */
export interface LinkProviderProps {
  /** Your app's settings. */
  config: Config;
  /** Your app. */
  children: ReactNode;
}

/** What `useLinkContext()` returns. */
export interface LinkContextType {
  /** `true` once the search for a link has ended, with or without a link. */
  isLinkProcessed: boolean;
  /** The link as it arrived, or as the service resolved it. Today it is always a string. */
  linkUrl: string | URL | null;
  /** The link's path and query, such as `/product/42?ref=mail`. */
  linkRoute: string | null;
  /** How the link reached the app. */
  linkType: LinkType | null;
  /** The same link as one object, with its parameters and data. */
  link: Link | null;
  /** Forgets the link. Call it once you have navigated. Its identity never changes. */
  clearLink: () => void;
}
