import type { Diagnostic } from 'react-native-deferred-link';

import type { RequestEnd, RequestStart } from '../device/messages';
import type { Network } from '../device/Setup';
import type { Os } from './Os';

export type Switches = {
  hasReferrer: boolean;
  isClipboardAllowed: boolean;
  network: Network;
  restoresBackup: boolean;
};

/** What the phone's browser side shows. */
export type Web = { view: 'messages' } | { view: 'browser'; url: string } | { view: 'store'; referrer: string | null };

export type Install = {
  id: string;
  at: number;
  /** What the store noted when the app was installed. */
  referrer: string;
};

export type Process = {
  id: number;
  initialUrl: string | null;
  isInForeground: boolean;
  /** Links opened while the process ran, in order; each is delivered once. */
  openedUrls: string[];
};

export type App = { kind: 'absent' } | { kind: 'installed'; install: Install; process: Process | null };

export type TimelineEntry = {
  diagnostic: Diagnostic;
  startedAt: number;
  endedAt: number;
};

export type RequestRecord = RequestStart & {
  startedAt: number;
  endedAt: number | null;
  end: RequestEnd | null;
};

/** A stretch of activity that shares one time axis. */
export type Episode = {
  id: number;
  title: string;
  startedAt: number;
  entries: TimelineEntry[];
  requests: RequestRecord[];
};

export type LabState = {
  os: Os;
  /** Changes with "Start over": another phone, elsewhere on the network. */
  phoneId: string;
  switches: Switches;
  web: Web;
  app: App;
  /** The app's disk as it was at the last uninstall, if the phone keeps backups. */
  backupOf: string | null;
  clipboard: string;
  /** A passing line at the top of the phone's screen. */
  banner: string | null;
  launches: number;
  episodes: Episode[];
  /** The one looked at; null follows the newest. */
  selectedEpisode: number | null;
};
