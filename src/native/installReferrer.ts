import { advisePackage } from './advisePackage';
import { ownerOf } from './ownerOf';

type Answer = [info: { installReferrer?: unknown } | null, error: unknown];

interface ReferrerPackage {
  PlayInstallReferrer: { getInstallReferrerInfo(callback: (...answer: Answer) => void): void };
}

/** The referrer text that Google Play kept for this install. Version 1 may never call back. */
export async function installReferrer(): Promise<unknown> {
  const [info, error] = await new Promise<Answer>((resolve) => {
    try {
      const { PlayInstallReferrer } = ownerOf<ReferrerPackage>(
        require('react-native-play-install-referrer'),
        'PlayInstallReferrer'
      );
      // If the native side is missing, this call throws.
      PlayInstallReferrer.getInstallReferrerInfo((...answer) => resolve(answer));
    } catch (failure) {
      if (__DEV__)
        advisePackage(
          'react-native-play-install-referrer',
          'No install referrer, so Android installs are matched by fingerprint alone.',
          failure
        );
      throw failure;
    }
  });
  if (info) return info.installReferrer;
  throw new Error(`install referrer: ${JSON.stringify(error)}`);
}
