/** What is known of the browser that followed a link; any part may be unknown. */
export interface ClickFacts {
  address: string | null;
  userAgent: string | null;
  /** The one that the browser asks for first. */
  language: string | null;
  screenWidth: number | null;
  screenHeight: number | null;
  scale: number | null;
  timezone: string | null;
}
