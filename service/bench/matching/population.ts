import type { Fingerprint } from '../../src/matching/Phone.ts';
import type { Random } from './random.ts';

/**
 * All assumptions about people. They are not measurements. The bench halves and doubles the numbers one at a time. The
 * matcher imports nothing from here.
 */
export const POPULATION = {
  /** Where people are when they click. Nobody else has their home's address, or their mobile /64. */
  homePart: 0.47,
  mobileIpv6Part: 0.2,
  carrierNatPart: 0.23,
  officePart: 0.07,
  vpnPart: 0.03,
  homeIpv6Part: 0.45,
  carrierAddresses: 4_000,
  officeAddresses: 300,
  vpnExits: 400,
  /** On iPhones: Safari's click comes from one of the relay's addresses, the app's request from the real one. */
  privateRelayPart: 0.08,

  /** The time between the click and the first start. */
  changesNetwork: 0.12,
  changesCarrierAddress: 0.1,
  changesFamilyAtHome: 0.03,

  iphonePart: 0.5,
  /** The share of Androids; it hides model and version. */
  chromePart: 0.78,
  /** An exponent on the shares of phones and versions below. */
  concentration: 1,
  otherLanguagePart: 0.2,
  appInOtherLanguage: 0.1,
  otherTimezonePart: 0.02,
  unreportedPages: 0.03,

  links: 20,
  conversion: 0.08,
  clicksSameLinkTwice: 0.1,
  clicksAnotherLinkAfter: 0.08,
  /** The time between two clicks of one person, which is exponential. */
  meanRepeatMinutes: 5,

  delayMedianMinutes: 4,
  delaySigma: 1.6,
  delayAtLeastSeconds: 20,

  organicPerLinked: 2,

  /** Shares of the people who install by a link. The figures are about the rest of them. */
  iphonesWithCopiedLink: 0.25,
  androidsWithoutReferrer: 0.2,

  /** Zero by assumption; the bench shows what happens if the assumption fails. */
  snappedScreens: 0,
  organicAtHomeOfClicker: 0,
};

export type Population = typeof POPULATION;

type Shares<Value> = readonly (readonly [Value, number])[];

interface Hardware {
  model: string;
  width: number;
  height: number;
  scale: number;
  /** The size that the system tells an app; browsers round it. */
  exact?: readonly [number, number];
}

/** Points, density and share of iPhones. */
const IPHONES: Shares<Hardware> = [
  [{ width: 390, height: 844, scale: 3, model: 'iPhone 14' }, 28],
  [{ width: 393, height: 852, scale: 3, model: 'iPhone 15' }, 24],
  [{ width: 430, height: 932, scale: 3, model: 'iPhone 15 Pro Max' }, 14],
  [{ width: 402, height: 874, scale: 3, model: 'iPhone 16 Pro' }, 10],
  [{ width: 414, height: 896, scale: 2, model: 'iPhone 11' }, 10],
  [{ width: 428, height: 926, scale: 3, model: 'iPhone 13 Pro Max' }, 6],
  [{ width: 440, height: 956, scale: 3, model: 'iPhone 16 Pro Max' }, 4],
  [{ width: 375, height: 812, scale: 3, model: 'iPhone 12 mini' }, 3],
  [{ width: 375, height: 667, scale: 2, model: 'iPhone SE' }, 3],
];

/** The version, what Safari's agent says of the system, and the share. */
const IOS_VERSIONS: Shares<{ version: string; agent: string }> = [
  [{ version: '26.0', agent: '18_6' }, 12],
  [{ version: '26.1', agent: '18_6' }, 25],
  [{ version: '26.2', agent: '18_7' }, 23],
  [{ version: '18.6', agent: '18_6' }, 12],
  [{ version: '18.5', agent: '18_5' }, 8],
  [{ version: '17.7', agent: '17_7' }, 10],
  [{ version: '16.7', agent: '16_7' }, 6],
  [{ version: '18.1', agent: '18_1' }, 4],
];

const ANDROIDS: Shares<Hardware> = [
  [{ width: 412, height: 915, exact: [411.43, 914.29], scale: 2.625, model: 'Pixel 7' }, 18],
  [{ width: 384, height: 832, exact: [384, 832], scale: 2.8125, model: 'SM-S911B' }, 14],
  [{ width: 360, height: 780, exact: [360, 780], scale: 3, model: 'SM-G991B' }, 20],
  [{ width: 412, height: 892, exact: [411.43, 891.43], scale: 2.625, model: 'SM-A546B' }, 16],
  [{ width: 393, height: 873, exact: [392.73, 872.73], scale: 2.75, model: '2201117TY' }, 18],
  [{ width: 360, height: 800, exact: [360, 800], scale: 3, model: 'CPH2385' }, 14],
];

const ANDROID_VERSIONS: Shares<string> = [
  ['14', 40],
  ['15', 25],
  ['13', 20],
  ['12', 15],
];

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
type Agent = (version: string, model: string) => string;

const CHROME: Agent = () => `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/143.0.0.0 Mobile Safari/537.36`;

/** The other browsers. All tell the version, and all but Firefox tell the model. */
const OTHER_ANDROID_BROWSERS: Shares<Agent> = [
  [
    (version, model) =>
      `Mozilla/5.0 (Linux; Android ${version}; ${model} Build/AP3A.241105.008; wv) ${WEBKIT} Version/4.0 Chrome/143.0.7499.34 Mobile Safari/537.36 Instagram 410.0.0.39.70 Android`,
    12,
  ],
  [(version) => `Mozilla/5.0 (Android ${version}; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0`, 4],
  [
    (version, model) =>
      `Mozilla/5.0 (Linux; U; Android ${version}; de-de; ${model} Build/TKQ1.221114.001) ${WEBKIT} Version/4.0 Chrome/123.0.6312.118 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.30.0-gn`,
    4,
  ],
  [
    (version, model) =>
      `Mozilla/5.0 (Linux; Android ${version}; HarmonyOS; ${model}; HMSCore 6.15.0.302) ${WEBKIT} Chrome/114.0.5735.196 HuaweiBrowser/16.0.7.301 Mobile Safari/537.36`,
    2,
  ],
];

/** Another phone's size, which WebKit shows to pages that it suspects of fingerprinting. */
const SNAPPED_SCREEN = { width: 414, height: 896, scale: 3 };

const COUNTRY_LANGUAGE = 'de-DE';
const OTHER_LANGUAGES = ['en-US', 'tr-TR', 'ru-RU', 'pl-PL', 'ar-SA', 'uk-UA'];
const COUNTRY_TIMEZONE = 'Europe/Berlin';
const OTHER_TIMEZONES = ['Europe/London', 'Europe/Istanbul', 'America/New_York', 'Europe/Madrid', 'Asia/Dubai'];

/** What a page learns of a browser. */
export interface Browser {
  userAgent: string;
  language: string;
  screenWidth: number | null;
  screenHeight: number | null;
  scale: number | null;
  timezone: string | null;
}

type NetworkKind = 'home' | 'mobileIpv6' | 'carrierNat' | 'office' | 'vpn';

export interface Person {
  platform: 'ios' | 'android';
  browser: Browser;
  app: Fingerprint;
  /** The addresses of the click and of the first start. */
  clickAddress: string;
  startAddress: string;
}

/** Common values become commoner (above one) or rarer (below one). */
function concentrate<Value>(shares: Shares<Value>, concentration: number): Shares<Value> {
  return shares.map(([value, share]) => [value, share ** concentration]);
}

function createPhones(random: Random, people: Population) {
  const iphones = concentrate(IPHONES, people.concentration);
  const iosVersions = concentrate(IOS_VERSIONS, people.concentration);
  const androids = concentrate(ANDROIDS, people.concentration);
  const androidVersions = concentrate(ANDROID_VERSIONS, people.concentration);

  return (platform: 'ios' | 'android') => {
    if (platform === 'ios') {
      const { version, agent } = random.pick(iosVersions);
      return {
        hardware: random.pick(iphones),
        systemVersion: version,
        userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS ${agent} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`,
      };
    }
    const hardware = random.pick(androids);
    const systemVersion = random.pick(androidVersions);
    const agent = random.chance(people.chromePart) ? CHROME : random.pick(OTHER_ANDROID_BROWSERS);
    return { hardware, systemVersion, userAgent: agent(systemVersion, hardware.model) };
  };
}

const byte = (number: number, shift: number) => (number >>> shift) & 255;
const ipv4 = (first: number, number: number) => `${first}.${byte(number, 16)}.${byte(number, 8)}.${byte(number, 0)}`;
/** Each in a /24 of its own, as offices and exits are. */
const apart = (first: number, number: number) => ipv4(first, number * 256 + 1);
const hex = (number: number) => number.toString(16);

/** Makes people. Each home and each mobile /64 is new. */
export function createPeople(random: Random, people: Population) {
  const newPhone = createPhones(random, people);
  let privateNetworks = 0;

  function newIpv6(prefix: string): string {
    privateNetworks += 1;
    const network = `${prefix}:${hex(privateNetworks >>> 16)}:${hex(privateNetworks & 0xffff)}:0`;
    return `${network}:${hex(random.below(65_536))}:${hex(random.below(65_536))}:0:1`;
  }

  function newHome(isIpv6: boolean): string {
    if (isIpv6) return newIpv6('2001');
    privateNetworks += 1;
    return `${60 + (privateNetworks >>> 24)}.${byte(privateNetworks, 16)}.${byte(privateNetworks, 8)}.${byte(privateNetworks, 0)}`;
  }

  function addressOn(kind: NetworkKind): string {
    switch (kind) {
      case 'home':
        return newHome(random.chance(people.homeIpv6Part));
      case 'mobileIpv6':
        return newIpv6('2a01');
      case 'carrierNat':
        return ipv4(20, random.below(people.carrierAddresses));
      case 'office':
        return apart(30, random.below(people.officeAddresses));
      case 'vpn':
        return apart(40, random.below(people.vpnExits));
    }
  }

  const mobile = (): NetworkKind =>
    random.pick([
      ['mobileIpv6', people.mobileIpv6Part],
      ['carrierNat', people.carrierNatPart],
    ] as const);

  /** Another device at the same place, or the same one a day later. */
  function sameNetwork(address: string): string {
    const isIpv6 = address.includes(':');
    return isIpv6 ? `${address.split(':').slice(0, 4).join(':')}:${hex(random.below(65_536))}:0:0:2` : address;
  }

  function startAddress(kind: NetworkKind, address: string): string {
    if (random.chance(people.changesNetwork)) {
      return addressOn(kind === 'mobileIpv6' || kind === 'carrierNat' ? 'home' : mobile());
    }
    if (kind === 'carrierNat' && random.chance(people.changesCarrierAddress)) return addressOn(kind);
    if (kind === 'home' && random.chance(people.changesFamilyAtHome)) return newHome(!address.includes(':'));
    return sameNetwork(address);
  }

  return function newPerson(): Person {
    const platform = random.chance(people.iphonePart) ? 'ios' : 'android';
    const { hardware, systemVersion, userAgent } = newPhone(platform);
    const isSnapped = platform === 'ios' && random.chance(people.snappedScreens);
    const shown = isSnapped ? SNAPPED_SCREEN : hardware;
    const kind = random.pick([
      ['home', people.homePart],
      ['mobileIpv6', people.mobileIpv6Part],
      ['carrierNat', people.carrierNatPart],
      ['office', people.officePart],
      ['vpn', people.vpnPart],
    ] as const);
    const address = addressOn(kind);
    const isRelayed = platform === 'ios' && random.chance(people.privateRelayPart);

    const languages = [COUNTRY_LANGUAGE, ...OTHER_LANGUAGES];
    const otherThan = (tag: string) => {
      const others = languages.filter((other) => other !== tag);
      return others[random.below(others.length)] ?? tag;
    };
    const language = random.chance(people.otherLanguagePart) ? otherThan(COUNTRY_LANGUAGE) : COUNTRY_LANGUAGE;
    const appLanguage = random.chance(people.appInOtherLanguage) ? otherThan(language) : language;
    const timezone = random.chance(people.otherTimezonePart)
      ? (OTHER_TIMEZONES[random.below(OTHER_TIMEZONES.length)] ?? COUNTRY_TIMEZONE)
      : COUNTRY_TIMEZONE;
    const isReported = !random.chance(people.unreportedPages);

    return {
      platform,
      clickAddress: isRelayed ? addressOn('vpn') : address,
      startAddress: startAddress(kind, address),
      browser: {
        userAgent,
        language,
        screenWidth: isReported ? shown.width : null,
        screenHeight: isReported ? shown.height : null,
        scale: isReported ? shown.scale : null,
        timezone: isReported ? timezone : null,
      },
      app: {
        platform,
        model: hardware.model,
        systemVersion,
        screenWidth: hardware.exact?.[0] ?? hardware.width,
        screenHeight: hardware.exact?.[1] ?? hardware.height,
        scale: hardware.scale,
        languages: [appLanguage],
        timezone,
        userAgent: null,
      },
    };
  };
}
