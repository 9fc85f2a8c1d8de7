import type { Config, Consent, LinkStorage } from '../types';
import { attempt } from './attempt';
import { parseLink } from './parseLink';

export interface Settings {
  apiKey: string;
  appId: string;
  baseUrl: string;
  readsClipboard: boolean;
  usesFingerprint: boolean | 'android';
  storage: LinkStorage | undefined;
  timeoutMs: number;
  lateLinkMs: number;
  linkDomains: readonly string[] | undefined;
  linkPrefixes: readonly string[];
  isNewInstall: Config['isNewInstall'];
  retryUnansweredMatch: boolean;
  consent: Consent;
  /** Why nothing can be matched or sent; direct links still work. */
  problem: string | null;
}

/** Where `npm run example` of this project listens. */
const DEVELOPMENT_BASE_URL = 'http://localhost:8787';
/** People leave an app that shows its splash screen for longer. */
export const DEFAULT_TIMEOUT_MS = 5000;
/** Later than this nobody would know why the app goes elsewhere. */
export const DEFAULT_LATE_LINK_MS = 30_000;
/** The longest delay of a timer: a longer one would end at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Hosts of the developer's own machine and network, which rarely have a certificate. */
const PRIVATE_HOST =
  /^(localhost|127\.[\d.]+|\[::1\]|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[^.]+\.local)$/;

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether it can be sent in a header, which takes only plain ASCII. */
const isKey = (value: unknown): value is string => isText(value) && /^[ -~]+$/.test(value.trim());

export const isTimeout = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= MAX_TIMEOUT_MS;

export const isFilter = (value: unknown): value is (url: string) => boolean => typeof value === 'function';

export const isNewInstallAnswer = (value: unknown): value is NonNullable<Config['isNewInstall']> =>
  typeof value === 'boolean' || typeof value === 'function';

export const isConsent = (value: unknown): value is Consent =>
  value === 'granted' || value === 'pending' || value === 'denied';

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

/** What is wrong with a field, in words; a release build names the field alone. */
function explain(field: string, { API_KEY }: Record<string, unknown>): string {
  if (field === 'baseUrl')
    return 'must be the https URL of your matching service (http only for local and private hosts)';
  if (field === 'storage') return 'must have the methods getItem and setItem';
  return field === 'API_KEY' && isText(API_KEY) && API_KEY.includes('…')
    ? 'is still the placeholder: put the publishable key of your app there'
    : 'is missing, blank or not plain ASCII';
}

/** Turns whatever was passed as `config` into valid settings. */
export function resolveConfig(input: unknown): Settings {
  const config = Object(input) as Record<string, unknown>;
  const { API_KEY, appID, storage, lateLinkMs, linkDomains, consent, isNewInstall } = config;
  const { shouldUseFingerprint = true } = config;
  const timeoutMs = isTimeout(config.timeoutMs) ? config.timeoutMs : DEFAULT_TIMEOUT_MS;
  const baseUrl = config.baseUrl ?? (__DEV__ ? DEVELOPMENT_BASE_URL : undefined);
  const problem = !isKey(API_KEY)
    ? 'API_KEY'
    : !isKey(appID)
      ? 'appID'
      : !isServiceUrl(baseUrl)
        ? 'baseUrl'
        : storage !== undefined && !isStorage(storage)
          ? 'storage'
          : null;
  return {
    apiKey: isKey(API_KEY) ? API_KEY.trim() : '',
    appId: isKey(appID) ? appID.trim() : '',
    baseUrl: isText(baseUrl) ? baseUrl.trim().replace(/\/+$/, '') : '',
    readsClipboard: config.shouldUseClipboard !== false,
    usesFingerprint: isFingerprintUse(shouldUseFingerprint) && shouldUseFingerprint,
    storage: storage as LinkStorage | undefined,
    timeoutMs,
    lateLinkMs: Math.max(timeoutMs, isTimeout(lateLinkMs) ? lateLinkMs : DEFAULT_LATE_LINK_MS),
    // An empty list allows no host: then no link is sent to be resolved.
    linkDomains: linkDomains === undefined ? linkDomains : textsOf(linkDomains),
    linkPrefixes: textsOf(config.linkPrefixes),
    isNewInstall: isNewInstallAnswer(isNewInstall) ? isNewInstall : undefined,
    retryUnansweredMatch: config.retryUnansweredMatch === true,
    consent: readConsent(consent),
    problem: problem && `config.${problem} ${__DEV__ ? explain(problem, config) : 'is invalid'}`,
  };
}
