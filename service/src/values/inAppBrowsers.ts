/**
 * Apps that show links in a browser of their own, and what is known of the ways out of it. The landing page, the name
 * of a click's browser and docs/in-app-browsers.md all come from here. Nothing was tried on phones: each row names
 * whose report it is.
 */
export interface InAppBrowser {
  name: string;
  /** In its agent; null if the agent has none. */
  token: RegExp | null;
  /** Properties of `window` that give it away where the agent doesn't. */
  marks?: readonly string[];
  ios: WayOut;
  android: WayOut;
  source: string;
}

/**
 * A link that opens the page in the phone's browser. The page's script replaces `{page}` with the page's address, and
 * `{escaped}` with the escaped one; a way that begins with `?` is a parameter of the page. `intent:` means that the
 * app follows links that start another app. Null if no way is known: then the page explains how to leave.
 */
export type WayOut = string | null;

export const BY_INTENT = 'intent:';

const SAFARI = 'x-safari-{page}';
const DEVICE_TABLE = 'inapp-debugger’s device table (2024)';

/** The first row whose token fits wins. */
export const IN_APP_BROWSERS: readonly InAppBrowser[] = [
  {
    name: 'Instagram',
    token: /\bInstagram /,
    ios: 'instagram://extbrowser/?url={escaped}',
    android: BY_INTENT,
    source: 'inapp-debugger#23 (iOS 27, Instagram 445; `x-safari-https:` fails since 424, #22); Dub (Android)',
  },
  {
    name: 'Threads',
    token: /\bBarcelona /,
    ios: SAFARI,
    android: null,
    source: `${DEVICE_TABLE}; its issue 11 says that \`intent:\` fails`,
  },
  {
    name: 'Messenger',
    token: /\bFBAN\/Messenger|\bFB_IAB\/(Orca|MESSENGER)/,
    ios: SAFARI,
    android: null,
    source: `${DEVICE_TABLE}; its issue 11 says that \`intent:\` fails`,
  },
  {
    name: 'Facebook',
    token: /\b(FBAN|FBAV|FB_IAB|MetaIAB)\b/,
    ios: SAFARI,
    android: BY_INTENT,
    source: `${DEVICE_TABLE}; Dub (Android). In half-screen ads it fails (inapp-spy#53)`,
  },
  {
    name: 'TikTok',
    token: /\b(musical_ly|BytedanceWebview|trill)/,
    ios: SAFARI,
    android: null,
    source: `${DEVICE_TABLE}: on Android \`intent:\` is not dependable`,
  },
  {
    name: 'Snapchat',
    token: /\bSnapchat\b/,
    ios: null,
    android: null,
    source: `${DEVICE_TABLE}: on Android links open in the default browser`,
  },
  {
    name: 'X',
    token: /\bTwitter(Android| for )/,
    ios: null,
    android: null,
    source: 'one public report (November 2025); on Android links open in the default browser',
  },
  {
    name: 'LinkedIn',
    token: /\bLinkedInApp\b/,
    ios: SAFARI,
    android: null,
    source: `${DEVICE_TABLE}: on Android links open in the default browser`,
  },
  {
    name: 'WhatsApp',
    token: /\b(WAiOS|WA4A)\//,
    ios: SAFARI,
    android: null,
    source: 'one public report',
  },
  {
    name: 'Telegram',
    token: null,
    marks: ['TelegramWebview', 'TelegramWebviewProxy'],
    ios: SAFARI,
    android: BY_INTENT,
    source: `${DEVICE_TABLE}; the marks are inapp-spy’s (2026)`,
  },
  { name: 'WeChat', token: /\bMicroMessenger\//, ios: null, android: null, source: DEVICE_TABLE },
  {
    name: 'LINE',
    token: /\bLine\//,
    ios: '?openExternalBrowser=1',
    android: '?openExternalBrowser=1',
    source: 'open-external-browser',
  },
  {
    name: 'KakaoTalk',
    token: /\bKAKAOTALK\b/,
    ios: 'kakaotalk://web/openExternal?url={escaped}',
    android: 'kakaotalk://web/openExternal?url={escaped}',
    source: 'open-external-browser',
  },
  { name: 'Pinterest', token: /\bPinterest\//, ios: null, android: null, source: 'nobody’s: not known' },
];

/** The web view of an app that isn't in the table. On iOS, every browser names Safari, and an app's view doesn't. */
const WEB_VIEW = /; wv\)|\((iPhone|iPad|iPod)(?!.*Safari\/)/;

/**
 * The app whose browser an agent is; `other` for the web view of an app that isn't in the table, null for a browser.
 */
export function inAppBrowserOf(agent: string): InAppBrowser | 'other' | null {
  const known = IN_APP_BROWSERS.find(({ token }) => token?.test(agent));
  return known ?? (WEB_VIEW.test(agent) ? 'other' : null);
}

/** The parameters that ways out add to the page's address. They aren't part of the link. */
export const WAY_OUT_PARAMETERS: readonly string[] = [
  ...new Set(
    IN_APP_BROWSERS.flatMap(({ ios, android }) => [ios, android])
      .filter((way) => way?.startsWith('?'))
      .map((way) => way?.slice(1).split('=')[0] ?? '')
  ),
];
