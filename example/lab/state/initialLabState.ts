import type { LabState } from './LabState';
import type { Os } from './Os';

export function initialLabState({ os, phoneId }: { os: Os; phoneId: string }): LabState {
  return {
    os,
    phoneId,
    switches: {
      hasReferrer: true,
      isClipboardAllowed: true,
      network: 'good',
      restoresBackup: false,
    },
    web: { view: 'messages' },
    app: { kind: 'absent' },
    backupOf: null,
    clipboard: '',
    banner: null,
    launches: 0,
    episodes: [],
    selectedEpisode: null,
  };
}
