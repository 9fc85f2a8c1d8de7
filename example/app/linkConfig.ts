import type { Config } from 'react-native-deferred-link';

/** Where the shop's links live; `app.json` claims the same host and scheme. */
export const LINK_HOST = 'shop.example';
export const LINK_SCHEME = 'deferredshop';

/**
 * The one place that knows the linking service. A publishable key may be shipped in the app.
 * Without `baseUrl` a development build talks to `http://localhost:8787`, which is where
 * `npm run example` listens; on an Android device, run `adb reverse tcp:8787 tcp:8787` first.
 * The release builds that robots check (`flows/build.sh`) set it, and one of them begins without consent.
 */
export const linkConfig: Config = {
  API_KEY: 'pk_demo_local',
  appID: 'demo-shop',
  baseUrl: process.env.EXPO_PUBLIC_BASE_URL,
  consent: process.env.EXPO_PUBLIC_CONSENT === 'pending' ? 'pending' : 'granted',
  linkDomains: [LINK_HOST],
  // People install apps on trains. Without this, a first launch without network would lose its link.
  retryUnansweredMatch: true,
};
