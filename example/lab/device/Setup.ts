import type { Consent } from 'react-native-deferred-link';

import type { Os } from '../state/Os';
import type { Person } from '../state/people';

export type Network = 'good' | 'slow' | 'off';

/** Everything about the simulated phone that the app's process can notice. */
export interface Setup {
  owner: Person;
  os: Os;
  /** Identifies this phone to the lab's server: see phoneTag. */
  tag: string;
  /** Names the app's folder on the phone's disk; each install has its own. */
  installId: string;
  installedAt: number;
  /** The referrer that the store gives; null if the store has no such service. */
  referrer: string | null;
  clipboard: { text: string; isAllowed: boolean };
  network: Network;
  /** The link that started this process, if one did. */
  initialUrl: string | null;
  retriesMatch: boolean;
  /** Whether the app has Expo's modules, and none of our packages but async-storage. */
  isExpo: boolean;
  consent: Consent;
}
