import type { LabState } from './LabState';

/** A phone fresh out of its box. */
export function initialLabState({ owner, os, networkId }: Pick<LabState, 'owner' | 'os' | 'networkId'>): LabState {
  return {
    owner,
    os,
    networkId,
    switches: {
      hasReferrer: true,
      isClipboardAllowed: true,
      network: 'good',
      restoresBackup: false,
      isUpdate: false,
      retriesMatch: true,
      consent: 'granted',
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
