import type { Device, Platform } from './readUserAgent.ts';
import { DAY_MS, MINUTE_MS } from '../values/durations.ts';

/**
 * What is believed of an app's visitors before any were seen, and how firmly. A belief is worth as many observations
 * as its `weight`, so an app's own figures soon outweigh it. Where nothing is known, the value errs towards fewer
 * matches.
 */

export const SIGNALS = ['systemVersion', 'model', 'screen', 'language', 'region', 'timezone'] as const;
export type Signal = (typeof SIGNALS)[number];

/** How old a click may be: beyond a day a first start is rare, and addresses have changed hands. */
export const DEFAULT_WINDOW_MS = DAY_MS;

/** One wrong link in ten would be too many to route by; most matches are far above. */
export const DEFAULT_MIN_CONFIDENCE = 0.9;

/**
 * How often browser and app agree in a signal when they run on one phone. Learned per platform from the matches by a
 * copied link, which bring a fingerprint along and whose click is known.
 */
export const AGREEMENT: Readonly<Record<Platform, Readonly<Record<Signal, number>>>> = {
  ios: {
    // The system may be updated between the click and the first start, or the agent may name another version.
    systemVersion: 0.95,
    // Apple's browsers name no model.
    model: 0.95,
    // WebKit's protection against fingerprinting shows another phone's size. It is on in private windows.
    screen: 0.9,
    // An app that isn't translated runs in another language than the browser.
    language: 0.85,
    // iOS gives an app the phone's region ("en-DE") and a page the language's ("en-GB").
    region: 0.8,
    // Somebody crosses a border, or a browser hides the zone.
    timezone: 0.97,
  },
  android: {
    systemVersion: 0.95,
    // The name in the agent is the one that the phone gives an app, except for rebranded models.
    model: 0.95,
    // Both are density-independent, and people rarely change the display's size between click and start.
    screen: 0.95,
    language: 0.85,
    region: 0.85,
    timezone: 0.97,
  },
};
export const AGREEMENT_WEIGHT = 20;

/** How common a value is among the visitors of an app of whom none has shown it yet. */
export const FREQUENCY: Readonly<Record<Signal, number>> = {
  // A handful of versions share nearly all phones.
  systemVersion: 0.15,
  // The commonest Android models have a few hundredths each.
  model: 0.05,
  // The commonest sizes have a fifth each.
  screen: 0.15,
  // An app's visitors mostly share a country, and so these three.
  language: 0.5,
  region: 0.5,
  timezone: 0.5,
};
/** Small enough that a value which none of a hundred visitors has counts as rare. */
export const FREQUENCY_WEIGHT = 10;

/** iPhones and Androids bring nearly all visits; the same value for both favours neither. */
export const DEVICE_FREQUENCY = 0.4;

/**
 * From the click to the first start: the store's page, a download, and often something else in between. Half of the
 * people are there in five minutes, a tenth take more than an hour.
 */
export const DELAY = { medianMs: 5 * MINUTE_MS, sigma: 1.9, weight: 20 } as const;

/**
 * For each install that a click on the same network led to: how many that ask by a fingerprint came without a click
 * there (no link at all, another network, too long ago). Two thirds to three quarters of installs are commonly organic.
 * On Android the referrer answers for most installs by a link, and what is left to the fingerprint is mostly organic.
 */
export const STRANGERS: Readonly<Record<Platform, number>> = { ios: 4, android: 10 };
export const STRANGERS_WEIGHT = 25;

/**
 * How many people of an app a network brings in a day. Most networks are a home or a single phone, which bring one in
 * months; few are offices, carriers or VPNs. The grid holds every rate from one in thirty years to a thousand a day.
 */
export const CROWDS = {
  lowestPerDay: 1e-4,
  highestPerDay: 1e3,
  steps: 29,
  /** Of the networks that brought anybody, those above `privatePerDay` are shared. */
  privatePerDay: 0.05,
  sharedPart: 0.15,
  weight: 20,
} as const;

/**
 * What a network with a click brings at least. Homes bring far fewer on average, but where one person has clicked,
 * others may hear of the app.
 */
export const MIN_VISITORS_PER_DAY = 0.02;

/**
 * How a person clicks again: about one in seven does, half of them within five minutes, and a few the next day.
 */
export const REPEAT = { part: 0.15, medianMs: 5 * MINUTE_MS } as const;

/** Nobody opens a page more often before they install: more clicks are a crowd's or a flood's. */
export const MAX_CLICKS_OF_ONE_PERSON = 8;

/** Strangers who clicked the same link make it likelier, but not without limit: a flood could be anybody's. */
export const MAX_CLICKS_FOR_ONE_LINK = 3;

/** Clicks that look alike and are closer than this count as one visit when a network's visitors are counted. */
export const VISIT_MS = 60 * MINUTE_MS;

/**
 * What a phone's browser calls itself. iPads call themselves Macintosh except in an app's web view. So does a phone
 * that requests the desktop page, but so rarely that a desktop in the same home is far likelier.
 */
export const DEVICE_CLAIMS: Readonly<Record<'iphone' | 'ipad' | 'android', Partial<Record<Device, number>>>> = {
  iphone: { iphone: 1 },
  ipad: { ipad: 0.3, mac: 0.7 },
  android: { android: 1 },
};
