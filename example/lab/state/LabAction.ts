import type { FromPhone } from '../device/messages';
import type { Install, Switches } from './LabState';
import type { Os } from './Os';

export type LabAction =
  | { type: 'phoneReplaced'; os: Os; networkId: string }
  | { type: 'switched'; change: Partial<Switches>; at: number }
  | { type: 'linkTapped'; url: string; at: number }
  | { type: 'messagesOpened' }
  | { type: 'storeOpened'; referrer: string | null }
  | { type: 'linkCopied'; link: string }
  | { type: 'installed'; install: Install }
  | { type: 'uninstalled' }
  | { type: 'appOpened'; at: number }
  | { type: 'homePressed' }
  | { type: 'appClosed' }
  | { type: 'bannerExpired' }
  | { type: 'pageReloaded'; at: number }
  | { type: 'episodeSelected'; id: number | null }
  | { type: 'phoneReported'; message: FromPhone };
