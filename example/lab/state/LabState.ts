import type { Consent, Diagnostic } from 'react-native-deferred-link';

import type { RequestEnd, RequestStart } from '../device/messages';
import type { Network } from '../device/Setup';
import type { Os } from './Os';
import type { Person } from './people';

export interface Switches {
  /** What shows a tapped link: the phone's browser, or one that the chat has of its own. */
  linksOpenIn: 'browser' | 'chat';
  hasReferrer: boolean;
  isClipboardAllowed: boolean;
  network: Network;
  restoresBackup: boolean;
  /** Whether the next install is an update of an app that was there before the library. */
  isUpdate: boolean;
  retriesMatch: boolean;
  /** Whether the app has Expo's modules in the place of our packages. */
  isExpo: boolean;
  consent: Consent;
}

/** What the phone shows while the app is not in front. */
export type Place =
  | { view: 'home' }
  | { view: 'messages' }
  | { view: 'browser'; url: string }
  | { view: 'store'; referrer: string | null };

export interface Install {
  id: string;
  at: number;
  /** The referrer that the store kept when the app was installed. */
  referrer: string;
}

export interface Process {
  id: number;
  initialUrl: string | null;
  isInForeground: boolean;
  /** Links opened while the process ran, in order; each is delivered once. */
  openedUrls: string[];
}

export type App = { kind: 'absent' } | { kind: 'installed'; install: Install; process: Process | null };

export interface TimelineEntry {
  diagnostic: Diagnostic;
  startedAt: number;
  endedAt: number;
}

export type RequestRecord = RequestStart & {
  startedAt: number;
  endedAt: number | null;
  end: RequestEnd | null;
};

/** How an episode began. */
export type Cause =
  | { kind: 'launch'; count: number; url: string | null }
  | { kind: 'tap'; url: string }
  | { kind: 'consent'; consent: Consent }
  | { kind: 'sharing' }
  | { kind: 'events'; names: string[] }
  | { kind: 'retry' };

/** A stretch of activity that shares one time axis. */
export interface Episode {
  id: number;
  cause: Cause;
  startedAt: number;
  entries: TimelineEntry[];
  requests: RequestRecord[];
}

/** One phone, and all that its screen can show. */
export interface LabState {
  owner: Person;
  os: Os;
  /** The two phones share it until one of them is replaced. */
  networkId: string;
  switches: Switches;
  place: Place;
  app: App;
  /** The app's disk as it was at the last uninstall, if the phone keeps backups. */
  backupOf: string | null;
  clipboard: string;
  /** A passing line at the top of the phone's screen. */
  banner: string | null;
  launches: number;
  episodes: Episode[];
  /** The episode that is shown; null shows the newest. */
  selectedEpisode: number | null;
}
