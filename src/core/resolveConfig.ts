import type { Config, Consent, LinkStorage } from '../types';
import { attempt } from './attempt';
import { parseLink } from './parseLink';

/** Where `npm run example` of this project listens. */
const DEVELOPMENT_BASE_URL = 'http://localhost:8787';
/** People leave an app that shows its splash screen for longer. */
export const DEFAULT_TIMEOUT_MS = 5000;
/** Later than this nobody would know why the app goes elsewhere. */
export const DEFAULT_LATE_LINK_MS = 30_000;
/** The longest delay of a timer: a longer one would end at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Hosts of the developer's own machine and network, which rarely have a certificate. */
const PRIVATE_HOST = /^(localhost|\[::1\]|[^.]+\.local|(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+)$/;

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const trimmed = (value: unknown) => (isText(value) ? value.trim() : '');

/** Whether it can be sent in a header, which takes only plain ASCII. */
const isKey = (key: string) => /^[ -~]+$/.test(key);

export const isTimeout = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= MAX_TIMEOUT_MS;

export const isFilter = (value: unknown): value is (url: string) => boolean => typeof value === 'function';

export const isConsent = (value: unknown): value is Consent =>
  ['granted', 'pending', 'denied'].includes(value as Consent);

export const isFingerprintUse = (value: unknown): value is boolean | 'android' =>
  typeof value === 'boolean' || value === 'android';

const textsOf = (list: unknown): string[] => (Array.isArray(list) ? list.filter(isText) : []);

export const readConsent = (value: unknown): Consent =>
  value === undefined ? 'granted' : isConsent(value) ? value : 'pending';

function isServiceUrl(baseUrl: unknown): boolean {
  const link = parseLink(baseUrl);
  return (
    link?.type === 'verified' && !/[?#]/.test(link.url) && (/^https:/i.test(link.url) || PRIVATE_HOST.test(link.host))
  );
}

/** A storage over a native module that is missing may throw as soon as a method is looked up. */
const isStorage = (storage: unknown) =>
  attempt(() => {
    const { getItem, setItem } = Object(storage) as Partial<LinkStorage>;
    return typeof getItem === 'function' && typeof setItem === 'function';
  });

/** What is wrong with the first bad field, in words; a release build names the field alone. */
function explain(field: string, { API_KEY }: Record<string, unknown>): string {
  if (field === 'baseUrl')
    return 'must be the https URL of your matching service (http only for local and private hosts)';
  if (field === 'storage') return 'must have the methods getItem and setItem';
  return isText(API_KEY) && API_KEY.includes('…')
    ? 'is still the placeholder: put the publishable key of your app there'
    : 'is missing, blank or not plain ASCII';
}

/** Turns whatever was passed as `config` into valid settings. */
export function resolveConfig(input: unknown) {
  const config = Object(input) as Record<string, unknown>;
  const { storage, lateLinkMs, linkDomains, consent, shouldUseFingerprint = true } = config;
  const API_KEY = trimmed(config.API_KEY);
  const appID = trimmed(config.appID);
  const timeoutMs = isTimeout(config.timeoutMs) ? config.timeoutMs : DEFAULT_TIMEOUT_MS;
  const baseUrl = config.baseUrl ?? (__DEV__ ? DEVELOPMENT_BASE_URL : undefined);
  const checks = {
    API_KEY: isKey(API_KEY),
    appID: isKey(appID),
    baseUrl: isServiceUrl(baseUrl),
    storage: storage === undefined || isStorage(storage),
  };
  const [problem] = Object.entries(checks).find(([, isGood]) => !isGood) ?? [];
  return {
    API_KEY,
    appID,
    baseUrl: trimmed(baseUrl).replace(/\/+$/, ''),
    shouldUseClipboard: config.shouldUseClipboard !== false,
    shouldUseFingerprint: isFingerprintUse(shouldUseFingerprint) && shouldUseFingerprint,
    storage: storage as LinkStorage | undefined,
    timeoutMs,
    lateLinkMs: Math.max(timeoutMs, isTimeout(lateLinkMs) ? lateLinkMs : DEFAULT_LATE_LINK_MS),
    // An empty list allows no host: then no link is sent to be resolved.
    linkDomains: linkDomains === undefined ? linkDomains : textsOf(linkDomains),
    linkPrefixes: textsOf(config.linkPrefixes),
    isNewInstall: config.isNewInstall as Config['isNewInstall'],
    retryUnansweredMatch: config.retryUnansweredMatch === true,
    consent: readConsent(consent),
    /** Why nothing can be matched or sent; direct links still work. */
    problem: problem ? `config.${problem} ${__DEV__ ? explain(problem, config) : 'is invalid'}` : null,
  };
}

export type Settings = ReturnType<typeof resolveConfig>;
