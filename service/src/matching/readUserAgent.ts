import { UAParser } from 'ua-parser-js';
import { remember } from '../values/remember.ts';

/** What a browser says that it runs on. */
export type Device =
  | 'iphone'
  | 'ipad'
  // A Mac, or an iPad: Safari on an iPad calls itself a Macintosh.
  | 'mac'
  | 'android'
  // Anything else, such as a desktop.
  | 'other';

export type Platform = 'ios' | 'android';

export interface AgentFacts {
  device: Device | null;
  /** The model of an Android phone, if the browser names it. Apple's browsers name none. */
  model: string | null;
  /** `26.1` on Apple's systems, `14` on Android; null where the agent hides it. */
  systemVersion: string | null;
}

/** Real agents have half of this length; a longer one is somebody's experiment, and costs more to read. */
export const MAX_AGENT = 512;

/** A few hundred agents make up nearly all visits; reading one costs as much as a small query. */
const AGENTS_REMEMBERED = 2_000;

const NOTHING_KNOWN: AgentFacts = { device: null, model: null, systemVersion: null };

/** Chrome 110 and later say "Android 10; K" on every phone: neither the version nor the model is real. */
const REDUCED_ANDROID_MODEL = 'K';

/** Safari on iOS 26 and later claims one of these systems, which were the last before it. */
const FROZEN_IOS_VERSIONS: readonly string[] = ['18.6', '18.7'];
const FIRST_FROZEN_SAFARI = 26;

/** An Android web view names the version of the web view here, and never the system's. */
const VERSION_TOKEN = /\bVersion\/(\d+)\.(\d+)/;

/** The first two parts: a patch changes nothing that a page could see, and agents leave it out. */
function majorAndMinor(version: string | undefined): string | null {
  const parts = /^(\d+)(?:[._](\d+))?/.exec(version ?? '');
  return parts ? `${parts[1]}.${parts[2] ?? '0'}` : null;
}

function appleVersion(agent: string, system: string | undefined): string | null {
  const safari = VERSION_TOKEN.exec(agent);
  if (safari && Number(safari[1]) >= FIRST_FROZEN_SAFARI) return `${safari[1]}.${safari[2]}`;
  const version = majorAndMinor(system);
  // A web view has no Version token to tell iOS 18.6 from iOS 26 by.
  return version !== null && FROZEN_IOS_VERSIONS.includes(version) && !safari ? null : version;
}

/** The version that an app tells of its system, in the form that readUserAgent gives. */
export function systemVersionOf(platform: Platform, version: string | null): string | null {
  if (version === null) return null;
  if (platform === 'ios') return majorAndMinor(version);
  return /^\d+/.exec(version)?.[0] ?? null;
}

function parse(agent: string): AgentFacts {
  const parser = new UAParser(agent);
  const system = parser.getOS();
  const { model, type } = parser.getDevice();

  switch (system.name) {
    case 'iOS':
      return {
        device: model === 'iPad' ? 'ipad' : 'iphone',
        model: null,
        systemVersion: appleVersion(agent, system.version),
      };
    case 'Mac OS': {
      // The system's version is frozen at 10.15.7; Safari's own is that of iPadOS.
      const safari = VERSION_TOKEN.exec(agent);
      return { device: 'mac', model: null, systemVersion: safari ? `${safari[1]}.${safari[2]}` : null };
    }
    case 'Android':
    case 'HarmonyOS':
      if (model === REDUCED_ANDROID_MODEL) return { ...NOTHING_KNOWN, device: 'android' };
      return {
        device: 'android',
        model: model ?? null,
        systemVersion: systemVersionOf('android', system.version ?? null),
      };
    case undefined:
      return type === 'mobile' || type === 'tablet' ? NOTHING_KNOWN : { ...NOTHING_KNOWN, device: 'other' };
    default:
      return { ...NOTHING_KNOWN, device: 'other' };
  }
}

const parseOnce = remember(AGENTS_REMEMBERED, parse);

/** What a user agent says of its phone. A part that it hides, or that browsers are known to make up, is null. */
export function readUserAgent(agent: string | null): AgentFacts {
  const text = agent?.slice(0, MAX_AGENT).trim();
  return text ? parseOnce(text) : NOTHING_KNOWN;
}

const PLATFORMS: ReadonlyMap<string, Platform> = new Map([
  ['iphone', 'ios'],
  ['ipad', 'ios'],
  ['android', 'android'],
]);

/** Null for a desktop, and for a Mac, which may be an iPad. */
export function platformOf(device: string): Platform | null {
  return PLATFORMS.get(device) ?? null;
}
