import type { Fingerprint } from '../../src/matching/Phone.ts';
import { concentrate, type Place } from './places.ts';
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
  /** On iPhones: Safari's click comes from one of the relay's addresses, any app's request from the real one. */
  privateRelayPart: 0.08,

  /** The time between the click and the first start. */
  changesNetwork: 0.12,
  changesCarrierAddress: 0.1,
  changesFamilyAtHome: 0.03,

  iphonePart: 0.5,
  /** The share of clicks in the browser of another app, such as Instagram's. */
  inAppPart: 0.33,
  /** Of the other clicks on Androids, the share whose browser hides model and version in its agent. */
  frozenAgentPart: 0.89,
  /**
   * The share of these that gives both as client hints: Chrome and Edge since 90, Samsung Internet since 23, on pages
   * with TLS. Hardened browsers give none.
   */
  hintsPart: 0.95,
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

/** Goes with BRAZIL, and was written down with it. */
export const PEOPLE_OF_BRAZIL: Population = {
  ...POPULATION,
  homePart: 0.38,
  mobileIpv6Part: 0.22,
  carrierNatPart: 0.32,
  officePart: 0.06,
  vpnPart: 0.02,
  homeIpv6Part: 0.5,
  carrierAddresses: 2_500,
  officeAddresses: 500,
  changesNetwork: 0.15,
  iphonePart: 0.2,
  frozenAgentPart: 0.96,
  otherLanguagePart: 0.04,
  appInOtherLanguage: 0.05,
  otherTimezonePart: 0.07,
  unreportedPages: 0.05,
  links: 40,
  conversion: 0.06,
  clicksSameLinkTwice: 0.14,
  clicksAnotherLinkAfter: 0.05,
  meanRepeatMinutes: 9,
  delayMedianMinutes: 7,
  delaySigma: 1.9,
  organicPerLinked: 3,
};

/** What a page learns of a browser. */
interface Browser {
  userAgent: string;
  language: string;
  screenWidth: number | null;
  screenHeight: number | null;
  scale: number | null;
  timezone: string | null;
  /** Client hints; null if the agent tells as much, or if the browser gives none. */
  model: string | null;
  systemVersion: string | null;
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

const NO_HINTS = { model: null, systemVersion: null };

function createPhones(random: Random, people: Population, place: Place, ofBrowsers: Random) {
  const iphones = concentrate(place.iphones, people.concentration);
  const iosVersions = concentrate(place.iosVersions, people.concentration);
  const androids = concentrate(place.androids, people.concentration);
  const androidVersions = concentrate(place.androidVersions, people.concentration);

  return (platform: 'ios' | 'android') => {
    const isInApp = ofBrowsers.chance(people.inAppPart);
    const inAppAgent = ofBrowsers.pick(place.inAppAgents[platform]);
    if (platform === 'ios') {
      const { version, agent } = random.pick(iosVersions);
      const hardware = random.pick(iphones);
      return {
        hardware,
        systemVersion: version,
        isInApp,
        userAgent: isInApp
          ? inAppAgent({ version, model: hardware.model, webkit: agent })
          : `Mozilla/5.0 (iPhone; CPU iPhone OS ${agent} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`,
        hints: NO_HINTS,
      };
    }
    const hardware = random.pick(androids);
    const hasUsualVersion = hardware.usualVersion !== undefined && random.chance(place.usualVersionPart);
    const systemVersion = (hasUsualVersion && hardware.usualVersion) || random.pick(androidVersions);
    if (isInApp) {
      const userAgent = inAppAgent({ version: systemVersion, model: hardware.model });
      return { hardware, systemVersion, isInApp, userAgent, hints: NO_HINTS };
    }
    if (!random.chance(people.frozenAgentPart)) {
      const agent = random.pick(place.openAgents);
      return { hardware, systemVersion, isInApp, userAgent: agent(systemVersion, hardware.model), hints: NO_HINTS };
    }
    const userAgent = ofBrowsers.pick(place.frozenAgents);
    const hints = ofBrowsers.chance(people.hintsPart) ? { model: hardware.model, systemVersion } : NO_HINTS;
    return { hardware, systemVersion, isInApp, userAgent, hints };
  };
}

const byte = (number: number, shift: number) => (number >>> shift) & 255;
const ipv4 = (first: number, number: number) => `${first}.${byte(number, 16)}.${byte(number, 8)}.${byte(number, 0)}`;
/** Each in a /24 of its own, as offices and exits are. */
const apart = (first: number, number: number) => ipv4(first, number * 256 + 1);
const hex = (number: number) => number.toString(16);

/** Makes people. Each home and each mobile /64 is new. What browsers add has draws of its own. */
export function createPeople(random: Random, people: Population, place: Place, ofBrowsers: Random) {
  const newPhone = createPhones(random, people, place, ofBrowsers);
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
    const { hardware, systemVersion, isInApp, userAgent, hints } = newPhone(platform);
    const isSnapped = platform === 'ios' && random.chance(people.snappedScreens);
    const shown = isSnapped ? place.snappedScreen : hardware;
    const kind = random.pick([
      ['home', people.homePart],
      ['mobileIpv6', people.mobileIpv6Part],
      ['carrierNat', people.carrierNatPart],
      ['office', people.officePart],
      ['vpn', people.vpnPart],
    ] as const);
    const address = addressOn(kind);
    const isRelayed = platform === 'ios' && random.chance(people.privateRelayPart) && !isInApp;

    const languages = [place.language, ...place.otherLanguages];
    const otherThan = (tag: string) => {
      const others = languages.filter((other) => other !== tag);
      return others[random.below(others.length)] ?? tag;
    };
    const language = random.chance(people.otherLanguagePart) ? otherThan(place.language) : place.language;
    const appLanguage = random.chance(people.appInOtherLanguage) ? otherThan(language) : language;
    const timezone = random.chance(people.otherTimezonePart)
      ? (place.otherTimezones[random.below(place.otherTimezones.length)] ?? place.timezone)
      : place.timezone;
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
        ...(isReported ? hints : NO_HINTS),
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
