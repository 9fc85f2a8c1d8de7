import type { LabState, Switches } from './LabState';

interface Phone extends Pick<LabState, 'owner' | 'os' | 'networkId'> {
  switches?: Partial<Switches> | undefined;
}

/** A phone fresh out of its box. */
export function initialLabState({ owner, os, networkId, switches }: Phone): LabState {
  return {
    owner,
    os,
    networkId,
    switches: {
      linksOpenIn: 'browser',
      hasReferrer: true,
      isClipboardAllowed: true,
      network: 'good',
      restoresBackup: false,
      isUpdate: false,
      retriesMatch: false,
      isExpo: false,
      consent: 'granted',
      ...switches,
    },
    place: { view: 'messages' },
    app: { kind: 'absent' },
    backupOf: null,
    clipboard: '',
    banner: null,
    launches: 0,
    episodes: [],
    selectedEpisode: null,
  };
}
