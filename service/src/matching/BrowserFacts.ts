import type { AgentFacts } from './readUserAgent.ts';

/** What is known of the browser that followed a link, ready to be compared; any part may be unknown. */
export interface BrowserFacts extends AgentFacts {
  userAgent: string | null;
  /** The language that the browser asks for first. */
  language: string | null;
  screenWidth: number | null;
  screenHeight: number | null;
  scale: number | null;
  /** By its canonical name. */
  timezone: string | null;
}
