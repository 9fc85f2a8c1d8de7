import { readUserAgent, type Platform } from '../../../matching/readUserAgent.ts';
import { BY_INTENT, IN_APP_BROWSERS, inAppBrowserOf, type WayOut } from '../../../values/inAppBrowsers.ts';

/** How the page's buttons get out of the browser that shows it. */
export interface Leaving {
  /** Whether it is a real browser, not one inside another app. */
  isBrowser: boolean;
  /** How the store's button leaves it; null for a plain link, and in real browsers. */
  way: WayOut;
  /** Whether Android's buttons may start other apps. */
  byIntent: boolean;
}

export const NOTHING_TO_LEAVE: Leaving = { isBrowser: true, way: null, byIntent: false };

/**
 * In Firefox the fallback of an intent always wins, so its links are plain. Whoever carries a click's id and is still
 * inside an app has tried its way out already.
 */
export function leavingOf(agent: string | null, platform: Platform | null, isCarried: boolean): Leaving {
  const inApp = platform === null ? null : inAppBrowserOf(agent ?? '');
  const known = inApp === null || inApp === 'other' || platform === null ? null : inApp[platform];
  return {
    isBrowser: inApp === null,
    way: isCarried && known !== BY_INTENT ? null : known,
    byIntent: inApp === null ? readUserAgent(agent).browser !== 'Firefox' : known === BY_INTENT,
  };
}

/** The ways out of browsers that only the page can recognise, by the property of `window` that gives them away. */
export function marksOf({ way, isBrowser }: Leaving, platform: Platform | null): Record<string, string> {
  if (platform === null || way !== null) return {};
  // Real browsers follow intents anyway.
  const rows = IN_APP_BROWSERS.filter(({ [platform]: each }) => each !== (isBrowser ? BY_INTENT : null));
  return Object.fromEntries(
    rows.flatMap(({ marks = [], [platform]: each }) => marks.map((mark) => [mark, each ?? ''] as const))
  );
}
