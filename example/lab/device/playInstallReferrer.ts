import { notInstalled } from './notInstalled';
import { phone } from './phone';

const STORE_SERVICE_MS = 35;
const FEATURE_NOT_SUPPORTED = 2;

interface Info {
  installReferrer: string | null;
  installVersion: string | null;
  googlePlayInstant: boolean;
  installBeginTimestampSeconds: number;
  installBeginTimestampServerSeconds: number;
  referrerClickTimestampSeconds: number;
  referrerClickTimestampServerSeconds: number;
}

type Callback = (info: Info | null, error: { message: string; responseCode?: number } | null) => void;

/** Stands in for `react-native-play-install-referrer` 2.x. */
export const PlayInstallReferrer = {
  getInstallReferrerInfo(callback: Callback) {
    if (phone.setup.isExpo) throw notInstalled('react-native-play-install-referrer');
    // The real module has nothing to call on iOS and leaves the callback waiting.
    if (phone.setup.os !== 'android') return;

    setTimeout(() => {
      const { referrer, installedAt } = phone.setup;
      if (referrer === null) {
        callback(null, { message: 'FEATURE_NOT_SUPPORTED', responseCode: FEATURE_NOT_SUPPORTED });
        return;
      }
      const seconds = Math.floor(installedAt / 1000);
      callback(
        {
          installReferrer: referrer,
          installVersion: '1.0.0',
          googlePlayInstant: false,
          installBeginTimestampSeconds: seconds,
          installBeginTimestampServerSeconds: seconds,
          referrerClickTimestampSeconds: seconds,
          referrerClickTimestampServerSeconds: seconds,
        },
        null
      );
    }, STORE_SERVICE_MS);
  },
};

export default { PlayInstallReferrer };
