import type { Os } from '../state/Os';
import type { Person } from '../state/people';

export interface PhoneModel {
  name: string;
  manufacturer: string;
  model: string;
  systemName: string;
  systemVersion: string;
  /** What React Native's `Platform.Version` holds: a string on iOS, the API level on Android. */
  platformVersion: string | number;
  /** In points or density-independent pixels; browsers report the same numbers. */
  screen: { width: number; height: number; scale: number };
  browserUserAgent: string;
  /** An app's web view names itself differently from the browser on the same phone. */
  webViewUserAgent: string;
}

export const phoneModels: Record<Os, PhoneModel> = {
  ios: {
    name: 'iPhone 16',
    manufacturer: 'Apple',
    model: 'iPhone 16',
    systemName: 'iOS',
    systemVersion: '18.5',
    platformVersion: '18.5',
    screen: { width: 393, height: 852, scale: 3 },
    browserUserAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    webViewUserAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  },
  android: {
    name: 'Pixel 9',
    manufacturer: 'Google',
    model: 'Pixel 9',
    systemName: 'Android',
    systemVersion: '15',
    platformVersion: 35,
    screen: { width: 412, height: 923, scale: 2.625 },
    // Chrome on Android no longer tells the version or the model.
    browserUserAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    webViewUserAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/BP1A.250505.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36',
  },
};

/** What the browser on somebody's phone calls itself. Ben updates late, so that the two phones can be told apart. */
export function browserOf(os: Os, owner: Person): string {
  const { browserUserAgent } = phoneModels[os];
  return owner === 'Ben' ? browserUserAgent.replace('Chrome/142', 'Chrome/141') : browserUserAgent;
}
