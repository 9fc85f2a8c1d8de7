import { canonicalTimezone } from './canonicalTimezone.ts';
import type { ClickFacts } from './ClickFacts.ts';
import type { Fingerprint } from './Fingerprint.ts';
import { isSameNetwork } from './isSameNetwork.ts';
import { parseUserAgent, type UserAgentFacts } from './parseUserAgent.ts';

/** Points for each signal that agrees; together a hundred. */
export const POINTS = {
  // The one signal that tells two phones of the same make apart, so it weighs most.
  address: 40,
  screen: 15,
  model: 10,
  language: 10,
  platform: 5,
  scale: 5,
  systemVersion: 5,
  timezone: 5,
  userAgent: 5,
} as const;

// A phone's own density-independent sizes are fractions, which browsers round.
const SCREEN_TOLERANCE = 1.5;
const SCALE_TOLERANCE = 0.05;

const IMPOSSIBLE = 0;

type Verdict = 'agrees' | 'partly' | 'unknown' | 'differs';

/**
 * How likely the phone that describes itself is the one that clicked, from 0 to 100.
 *
 * What is unknown on either side earns nothing, so that little evidence never adds up to a match.
 * Platform, model and screen belong to the hardware: where one of them differs it is another phone.
 * The rest can change between the click and the first start, and only earns nothing.
 */
export function scoreClick(fingerprint: Fingerprint, click: ClickFacts): number {
  const phone = parseUserAgent(fingerprint.userAgent);
  const browser = parseUserAgent(click.userAgent);

  const hardware = {
    platform: comparePlatforms(fingerprint.platform ?? phone.platform, browser),
    model: compareModels(fingerprint.model ?? phone.model, browser),
    screen: compareScreens(fingerprint, click),
  };
  if (Object.values(hardware).includes('differs')) return IMPOSSIBLE;

  const circumstances = {
    address: compare(fingerprint.address, click.address, isSameNetwork),
    scale: compare(fingerprint.scale, click.scale, isWithin(SCALE_TOLERANCE)),
    systemVersion: compareVersions(fingerprint.systemVersion ?? phone.systemVersion, browser.systemVersion),
    language: compareLanguages(fingerprint.languages, click.language),
    timezone: compare(fingerprint.timezone, click.timezone, isSameTimezone),
    userAgent: compare(phone.device, browser.device, isSameText),
  };

  const verdicts = { ...hardware, ...circumstances };
  return signals.reduce((sum, signal) => sum + earned(POINTS[signal], verdicts[signal]), 0);
}

const signals = Object.keys(POINTS) as (keyof typeof POINTS)[];

function earned(points: number, verdict: Verdict): number {
  if (verdict === 'agrees') return points;
  return verdict === 'partly' ? points / 2 : 0;
}

function compare<Value>(
  ours: Value | null,
  theirs: Value | null,
  isSame: (ours: Value, theirs: Value) => boolean
): Verdict {
  if (ours === null || theirs === null) return 'unknown';
  return isSame(ours, theirs) ? 'agrees' : 'differs';
}

function comparePlatforms(platform: string | null, browser: UserAgentFacts): Verdict {
  return compare(platform, browser.platform, isSameText);
}

function compareModels(model: string | null, browser: UserAgentFacts): Verdict {
  // Apple's browsers say "iPhone" where the phone says "iPhone 15 Pro".
  if (browser.platform === 'ios') return compare(model, browser.model, isSameFamily);
  return compare(model, browser.model, isSameText);
}

function compareScreens(fingerprint: Fingerprint, click: ClickFacts): Verdict {
  return compare(uprightScreen(fingerprint), uprightScreen(click), (ours, theirs) => {
    const isClose = isWithin(SCREEN_TOLERANCE);
    return isClose(ours.short, theirs.short) && isClose(ours.long, theirs.long);
  });
}

// The page may have been read with the phone on its side.
function uprightScreen({ screenWidth, screenHeight }: Fingerprint | ClickFacts) {
  if (screenWidth === null || screenHeight === null) return null;
  return {
    short: Math.min(screenWidth, screenHeight),
    long: Math.max(screenWidth, screenHeight),
  };
}

function compareVersions(ours: string | null, theirs: string | null): Verdict {
  if (ours === null || theirs === null) return 'unknown';
  const [ourMajor, ourMinor = '0'] = ours.split('.');
  const [theirMajor, theirMinor = '0'] = theirs.split('.');
  if (ourMajor !== theirMajor) return 'differs';
  return ourMinor === theirMinor ? 'agrees' : 'partly';
}

function compareLanguages(ours: readonly string[], theirs: string | null): Verdict {
  if (ours.length === 0 || theirs === null) return 'unknown';
  if (ours.some((tag) => isSameText(tag, theirs))) return 'agrees';
  const isRelated = ours.some((tag) => isSameText(primaryLanguage(tag), primaryLanguage(theirs)));
  return isRelated ? 'partly' : 'differs';
}

function primaryLanguage(tag: string): string {
  return tag.split(/[-_]/)[0] ?? tag;
}

function isSameTimezone(ours: string, theirs: string): boolean {
  return canonicalTimezone(ours) === canonicalTimezone(theirs);
}

function isSameText(ours: string, theirs: string): boolean {
  return ours.toLowerCase() === theirs.toLowerCase();
}

function isSameFamily(model: string, family: string): boolean {
  return model.toLowerCase().startsWith(family.toLowerCase());
}

function isWithin(tolerance: number) {
  return (ours: number, theirs: number) => Math.abs(ours - theirs) <= tolerance;
}
