import type { BrowserFacts } from './BrowserFacts.ts';
import { readUserAgent } from './readUserAgent.ts';

/** What distinguishes the browsers of one network. An unknown part is null; only the browser is always known. */
export interface Look {
  /** Agent and language. */
  browser: string;
  screen: string | null;
  timezone: string | null;
  /** Model and version, beyond what the agent says. */
  hints: string | null;
}

/** The parts that only the page can report, so one click knows them and another doesn't. */
const REPORTED_PARTS = ['screen', 'timezone', 'hints'] as const;

/** Stands for an unknown part. */
const UNKNOWN = '-';

/** Reads a click's stored look: a hash of each part, with spaces between. */
export function readLook(text: string): Look {
  const [browser = '', ...parts] = text.split(' ');
  const [screen = null, timezone = null, hints = null] = parts.map((part) => (part === UNKNOWN ? null : part));
  return { browser, screen, timezone, hints };
}

/** The look of a click whose facts are still there. The scale is left out, because zooming changes it. */
export function lookOf(facts: BrowserFacts): Look {
  const { userAgent, language, screenWidth, screenHeight, timezone, model, systemVersion } = facts;
  const hasHints = model !== null && model !== readUserAgent(userAgent).model;
  return {
    browser: [userAgent, language].join('\n'),
    screen: screenWidth === null ? null : `${screenWidth} ${screenHeight}`,
    timezone,
    hints: hasHints ? `${model} ${systemVersion}` : null,
  };
}

/** Whether two clicks agree in everything that both know. */
export function isAlike(one: Look, other: Look): boolean {
  const agrees = (part: (typeof REPORTED_PARTS)[number]) =>
    one[part] === null || other[part] === null || one[part] === other[part];
  return one.browser === other.browser && REPORTED_PARTS.every(agrees);
}

/** The facts of a click that another one knows as well. */
export function sharedFacts(facts: BrowserFacts, other: Look): BrowserFacts {
  return {
    ...facts,
    ...(other.screen === null ? { screenWidth: null, screenHeight: null, scale: null } : {}),
    ...(other.timezone === null ? { timezone: null } : {}),
    ...(other.hints === null ? readUserAgent(facts.userAgent) : {}),
  };
}

/** What the page reported, as one string; null if it reported nothing. */
export function reportOf(look: Look): string | null {
  const parts = REPORTED_PARTS.map((part) => look[part] ?? UNKNOWN);
  return parts.every((part) => part === UNKNOWN) ? null : parts.join(' ');
}
