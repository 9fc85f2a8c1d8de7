import { UAParser } from 'ua-parser-js';
import { inAppBrowserOf } from '../values/inAppBrowsers.ts';
import { remember } from '../values/remember.ts';
import { APPLE_MODELS } from './appleModels.ts';

/** What a browser says that it runs on. */
export type Device =
  | 'iphone'
  | 'ipad'
  // A Mac, or an iPad: Safari on an iPad calls itself a Macintosh.
  | 'mac'
  | 'android'
  | 'windows'
  | 'linux'
  | 'chromeos'
  | 'other';

export type Platform = 'ios' | 'android';

export interface AgentFacts {
  device: Device | null;
  /** The model by the name that the phone gives to apps, if the agent has it. Of Apple's, only Meta's apps name it. */
  model: string | null;
  /** `26.1` on Apple's systems, `14` on Android; null where the agent hides it. */
  systemVersion: string | null;
  /** A browser, or the app that has it built in; `other` for all that we don't tell apart. */
  browser: string | null;
}

/** Real agents have half of this length; a longer one is somebody's experiment, and costs more to read. */
export const MAX_AGENT = 512;

/** A few hundred agents make up nearly all visits; reading one costs as much as a small query. */
const AGENTS_REMEMBERED = 2_000;

const NO_DEVICE = { device: null, model: null, systemVersion: null };
const NOTHING_KNOWN: AgentFacts = { ...NO_DEVICE, browser: null };

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
  // A web view has no Version token, which would distinguish iOS 18.6 from iOS 26.
  return version !== null && FROZEN_IOS_VERSIONS.includes(version) && !safari ? null : version;
}

/** The system's version as an app reports it, in the form that readUserAgent returns. */
export function systemVersionOf(platform: Platform, version: string | null): string | null {
  if (version === null) return null;
  if (platform === 'ios') return majorAndMinor(version);
  return /^\d+/.exec(version)?.[0] ?? null;
}

/** Desktops by ua-parser-js' names of their systems. */
const DESKTOPS: ReadonlyMap<string, Device> = new Map([
  ['Windows', 'windows'],
  ['Linux', 'linux'],
  ['Ubuntu', 'linux'],
  ['Debian', 'linux'],
  ['Fedora', 'linux'],
  ['Chromium OS', 'chromeos'],
]);

/** By ua-parser-js' names. All others are `other`, so no stranger can invent one. */
const BROWSERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Safari: 'Safari',
    'Mobile Safari': 'Safari',
    Chrome: 'Chrome',
    'Samsung Internet': 'Samsung Internet',
    Firefox: 'Firefox',
    'Firefox Focus': 'Firefox',
    Edge: 'Edge',
    Opera: 'Opera',
    'Opera Touch': 'Opera',
    DuckDuckGo: 'DuckDuckGo',
    GSA: 'Google',
    'MIUI Browser': 'MIUI Browser',
    'Huawei Browser': 'Huawei Browser',
  })
);

/** Facebook's app on Android sometimes sends only its own tail. Shorter tails come from servers that preview. */
const BARE_FACEBOOK = /^\[FBAN\/FB4A;.*\bFBDV\/([^;]+);.*\bFBSV\/([\d.]+)/;

/** Who sent an agent that is nothing but Meta's tail; null for any other agent. */
export function senderOfTail(agent: string): 'person' | 'bot' | null {
  if (!agent.startsWith('[FB')) return null;
  return BARE_FACEBOOK.test(agent) ? 'person' : 'bot';
}

/** Instagram's and Threads' tail, and Facebook's: the identifier of the model and the system's real version. */
const META_TAILS = [
  /\((?<id>(?:iPhone|iPad)\d+,\d+); iOS (?<version>[\d_]+);/,
  /\bFBDV\/(?<id>(?:iPhone|iPad)\d+,\d+);(?:.*\bFBSV\/(?<version>[\d.]+))?/,
];

function readTail(agent: string): Partial<AgentFacts> {
  const tail = META_TAILS.map((pattern) => pattern.exec(agent)?.groups).find((groups) => groups !== undefined);
  if (!tail) return {};
  const systemVersion = majorAndMinor(tail.version);
  return {
    model: APPLE_MODELS[tail.id ?? ''] ?? null,
    ...(systemVersion === null ? {} : { systemVersion }),
  };
}

function readDevice(agent: string, parser: UAParser): Omit<AgentFacts, 'browser'> {
  const bare = BARE_FACEBOOK.exec(agent);
  if (bare) {
    return {
      device: 'android',
      model: bare[1] ?? null,
      systemVersion: systemVersionOf('android', bare[2] ?? null),
    };
  }
  const system = parser.getOS();
  const { model, type } = parser.getDevice();

  switch (system.name) {
    case 'iOS':
      return {
        device: model === 'iPad' ? 'ipad' : 'iphone',
        model: null,
        systemVersion: appleVersion(agent, system.version),
        ...readTail(agent),
      };
    case 'Mac OS': {
      // The system's version is frozen at 10.15.7; Safari's own is that of iPadOS.
      const safari = VERSION_TOKEN.exec(agent);
      return { device: 'mac', model: null, systemVersion: safari ? `${safari[1]}.${safari[2]}` : null };
    }
    case 'Android':
    case 'HarmonyOS':
      if (model === REDUCED_ANDROID_MODEL) return { ...NO_DEVICE, device: 'android' };
      return {
        device: 'android',
        model: model ?? null,
        systemVersion: systemVersionOf('android', system.version ?? null),
      };
    case undefined:
      return type === 'mobile' || type === 'tablet' ? NO_DEVICE : { ...NO_DEVICE, device: 'other' };
    default:
      return { ...NO_DEVICE, device: DESKTOPS.get(system.name) ?? 'other' };
  }
}

function parse(agent: string): AgentFacts {
  const parser = new UAParser(agent);
  const inApp = inAppBrowserOf(agent);
  const browser = inApp === null || inApp === 'other' ? BROWSERS.get(parser.getBrowser().name ?? '') : inApp.name;
  return { ...readDevice(agent, parser), browser: browser ?? 'other' };
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
