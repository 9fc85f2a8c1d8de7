import type { Consent, LinkStorage } from '../types';
import { parseLink } from './parseLink';

export interface Settings {
  apiKey: string;
  appId: string;
  baseUrl: string;
  useClipboard: boolean;
  storage: LinkStorage | undefined;
  timeoutMs: number;
  linkDomains: string[] | undefined;
  retryUnansweredMatch: boolean;
  consent: Consent;
  /** Why nothing can be matched or sent; direct links still work. */
  problem: string | null;
}

/** Where `npm run example` of this project listens. */
const DEVELOPMENT_BASE_URL = 'http://localhost:8787';
/** People leave an app that shows its splash screen for longer. */
const DEFAULT_TIMEOUT_MS = 5000;
/** Timers take no more: a longer wait would end at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Hosts of one's own machine and network, which rarely have a certificate. */
const PRIVATE_HOST =
  /^(localhost|127\.[\d.]+|\[::1\]|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[^.]+\.local)$/;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const isTimeout = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= LONGEST_TIMEOUT_MS;

const isHostList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

function baseUrlProblem(baseUrl: unknown): string | null {
  if (baseUrl === undefined)
    return 'config.baseUrl is missing: a release build needs the address of your matching service';
  const link = parseLink(baseUrl);
  if (link?.type !== 'verified' || /[?#]/.test(link.url)) {
    return 'config.baseUrl is not the URL of a service, such as https://links.example.com';
  }
  return /^https:/i.test(link.url) || PRIVATE_HOST.test(link.host)
    ? null
    : 'config.baseUrl must begin with https://; only local and private hosts may use http://';
}

function storageProblem(storage: unknown): string | null {
  const { getItem, setItem } = (storage ?? {}) as Partial<LinkStorage>;
  return storage === undefined || (typeof getItem === 'function' && typeof setItem === 'function')
    ? null
    : 'config.storage must have the methods getItem and setItem';
}

const CONSENTS: readonly unknown[] = ['granted', 'pending', 'denied'] satisfies Consent[];

/** A consent that we can't read is none. */
export function readConsent(value: unknown): Consent {
  if (value === undefined) return 'granted';
  return CONSENTS.includes(value) ? (value as Consent) : 'pending';
}

/** Turns whatever was passed as `config` into settings that hold. */
export function resolveConfig(input: unknown, isDevelopment: boolean): Settings {
  const config = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const { API_KEY, appID, storage, timeoutMs, linkDomains, consent } = config;
  const baseUrl = config.baseUrl ?? (isDevelopment ? DEVELOPMENT_BASE_URL : undefined);
  return {
    apiKey: isText(API_KEY) ? API_KEY.trim() : '',
    appId: isText(appID) ? appID.trim() : '',
    baseUrl: isText(baseUrl) ? baseUrl.trim().replace(/\/+$/, '') : '',
    useClipboard: config.shouldUseClipboard !== false,
    storage: storage as LinkStorage | undefined,
    timeoutMs: isTimeout(timeoutMs) ? timeoutMs : DEFAULT_TIMEOUT_MS,
    linkDomains: isHostList(linkDomains) ? linkDomains : undefined,
    retryUnansweredMatch: config.retryUnansweredMatch === true,
    consent: readConsent(consent),
    problem:
      (isText(API_KEY) ? null : 'config.API_KEY is missing or blank') ??
      (isText(appID) ? null : 'config.appID is missing or blank') ??
      baseUrlProblem(baseUrl) ??
      storageProblem(storage),
  };
}

/** Mistakes that a default has covered; told in development. */
export function configAdvice(input: unknown): string[] {
  if (!__DEV__) return [];
  const config = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const known =
    'API_KEY appID shouldUseClipboard storage baseUrl timeoutMs linkDomains retryUnansweredMatch consent onDiagnostic';
  const advice = Object.keys(config)
    .filter((field) => !known.split(' ').includes(field))
    .map((field) => `config.${field} is not a known field. Known: ${known.replace(/ /g, ', ')}.`);
  const { timeoutMs, linkDomains, consent } = config;
  if (timeoutMs !== undefined && !isTimeout(timeoutMs)) {
    advice.push(`config.timeoutMs must be a number of milliseconds above 0; ${DEFAULT_TIMEOUT_MS} is used.`);
  }
  if (linkDomains !== undefined && !isHostList(linkDomains)) {
    advice.push('config.linkDomains must be a list of hosts such as go.example.com; it is ignored.');
  }
  if (consent !== undefined && !CONSENTS.includes(consent)) {
    advice.push("config.consent must be 'granted', 'pending' or 'denied'; 'pending' is used.");
  }
  return advice;
}
