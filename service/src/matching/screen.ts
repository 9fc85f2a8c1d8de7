/** The sides of a screen, in density-independent pixels, and its density. */
export interface Screen {
  short: number;
  long: number;
  scale: number | null;
}

/** What a phone or a browser says of its screen. */
export interface Measured {
  screenWidth: number | null;
  screenHeight: number | null;
  scale: number | null;
}

/** A phone's own density-independent sizes are fractions, which browsers round. */
const SIDE_TOLERANCE = 1.5;
const SCALE_TOLERANCE = 0.05;

/** The phone may have been on its side when the page measured the screen. */
export function screenOf({ screenWidth, screenHeight, scale }: Measured): Screen | null {
  if (screenWidth === null || screenHeight === null) return null;
  return { short: Math.min(screenWidth, screenHeight), long: Math.max(screenWidth, screenHeight), scale };
}

export function isSameScreen(one: Screen, other: Screen): boolean {
  const isSameScale =
    one.scale === null || other.scale === null || Math.abs(one.scale - other.scale) <= SCALE_TOLERANCE;
  return (
    isSameScale &&
    Math.abs(one.short - other.short) <= SIDE_TOLERANCE &&
    Math.abs(one.long - other.long) <= SIDE_TOLERANCE
  );
}
