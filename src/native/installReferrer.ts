import type { Source } from '../ports';
import { expo } from './expo';
import { noteFailure } from './noteFailure';
import { ownerOf } from './ownerOf';
import { withInstallReferrer } from './packages/installReferrer';

type Answer = [info: { installReferrer?: unknown } | null, error: unknown];

interface ReferrerPackage {
  PlayInstallReferrer: { getInstallReferrerInfo(callback: (...answer: Answer) => void): void };
}

const note = __DEV__ ? noteFailure('react-native-play-install-referrer') : undefined;

/** Version 1 may never call back. */
async function ask(): Promise<unknown> {
  const [info, error] = await new Promise<Answer>((resolve) =>
    // If the native side is missing, the call throws.
    withInstallReferrer((module) => {
      const { PlayInstallReferrer } = ownerOf<ReferrerPackage>(module, 'PlayInstallReferrer');
      PlayInstallReferrer.getInstallReferrerInfo((...answer) => resolve(answer));
    }, note)
  );
  if (info) return info.installReferrer;
  throw new Error(`Google Play: ${JSON.stringify(error)}`);
}

/** The referrer text that Google Play kept for this install. */
export const installReferrer: Source[] = [ask, () => expo('ExpoApplication').getInstallReferrerAsync()];
