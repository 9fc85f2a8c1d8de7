import type { BrowserFacts } from './BrowserFacts.ts';

/** What tells the browsers of one network apart. */
export interface Look {
  /** What every click knows: agent and language. */
  browser: string;
  /** What only the page can report; null if it didn't. */
  report: string | null;
}

/** Reads a click's stored look: a hash of either part, with a space between. */
export function readLook(text: string): Look {
  const [browser = '', report = null] = text.split(' ');
  return { browser, report };
}

/** The look of a click whose facts are still there. The scale is left out, because zooming changes it. */
export function lookOf({
  userAgent,
  language,
  screenWidth,
  screenHeight,
  timezone,
  model,
  systemVersion,
}: BrowserFacts): Look {
  const isReported = screenWidth !== null || timezone !== null;
  return {
    browser: [userAgent, language].join('\n'),
    report: isReported ? [screenWidth, screenHeight, timezone, model, systemVersion].join('\n') : null,
  };
}

/** Whether two clicks differ in nothing that both know. */
export function isAlike(one: Look, other: Look): boolean {
  return one.browser === other.browser && (one.report === null || other.report === null || one.report === other.report);
}
