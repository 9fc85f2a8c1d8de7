import { log } from './log';

interface PlayInstallReferrer {
  getInstallReferrerInfo(callback: (info: { installReferrer?: unknown } | null, error: unknown) => void): void;
}

/** The referrer text that Google Play kept for this install. Version 1 may never call back. */
export function installReferrer(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let play: PlayInstallReferrer;
    try {
      play = (require('react-native-play-install-referrer') as { PlayInstallReferrer: PlayInstallReferrer })
        .PlayInstallReferrer;
    } catch (error) {
      if (__DEV__)
        log.advise(
          'No install referrer, so Android installs are matched by fingerprint alone. ' +
            'Run `npm install react-native-play-install-referrer`.'
        );
      throw error;
    }
    play.getInstallReferrerInfo((info, error) => {
      if (info) resolve(info.installReferrer);
      else reject(new Error(`install referrer: ${JSON.stringify(error)}`));
    });
  });
}
