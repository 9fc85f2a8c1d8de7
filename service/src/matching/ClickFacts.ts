import type { Measured } from './screen.ts';

/** What is known of the browser that followed a link; any part may be unknown. */
export interface ClickFacts extends Measured {
  address: string | null;
  userAgent: string | null;
  /** The language that the browser asks for first. */
  language: string | null;
  timezone: string | null;
  /** Two letters. Matching doesn't read it. */
  country?: string | null;
}
