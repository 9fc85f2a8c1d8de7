import type { Config } from '../types';
import {
  DEFAULT_LATE_LINK_MS,
  DEFAULT_TIMEOUT_MS,
  isConsent,
  isFilter,
  isFingerprintUse,
  isNewInstallAnswer,
  isText,
  isTimeout,
} from './resolveConfig';

/** Every field of `Config`: the compiler asks for one that is forgotten here. Only the names are read. */
const FIELDS: Record<keyof Config, null> = {
  API_KEY: null,
  appID: null,
  shouldUseClipboard: null,
  shouldUseFingerprint: null,
  storage: null,
  baseUrl: null,
  timeoutMs: null,
  lateLinkMs: null,
  linkDomains: null,
  linkPrefixes: null,
  filter: null,
  isNewInstall: null,
  retryUnansweredMatch: null,
  consent: null,
  onDiagnostic: null,
};

/** In the ASCII form: that is what systems deliver. */
const isHost = (value: unknown) => isText(value) && !/[/:\s]|[^ -~]/.test(value);

const isPath = (value: unknown) => isText(value) && !/[?#\s]|:\/\//.test(value);

/** Mistakes in `config` that a default covers; they are reported in development only. */
export function configAdvice(input: unknown): string[] {
  if (!__DEV__) return [];
  const config = Object(input) as Record<string, unknown>;
  const { API_KEY, timeoutMs, lateLinkMs, linkDomains, linkPrefixes, filter, isNewInstall, consent } = config;
  const { shouldUseFingerprint = true } = config;
  const advice = Object.keys(config)
    .filter((field) => !Object.prototype.hasOwnProperty.call(FIELDS, field))
    .map((field) => `config.${field} is not a known field. Known: ${Object.keys(FIELDS).join(', ')}.`);
  if (isText(API_KEY) && API_KEY.trim().startsWith('sk_')) {
    advice.push(
      'config.API_KEY is a secret key: whoever has the app can read it. Use the publishable key (pk_…), and revoke this one.'
    );
  }
  if (timeoutMs !== undefined && !isTimeout(timeoutMs)) {
    advice.push(`config.timeoutMs must be a number of milliseconds above 0; ${DEFAULT_TIMEOUT_MS} is used.`);
  }
  if (lateLinkMs !== undefined && !isTimeout(lateLinkMs)) {
    advice.push(`config.lateLinkMs must be a number of milliseconds above 0; ${DEFAULT_LATE_LINK_MS} is used.`);
  }
  if (linkDomains !== undefined && !(Array.isArray(linkDomains) && linkDomains.every(isHost))) {
    advice.push(
      'config.linkDomains must be a list of hosts such as go.example.com, international ones in their ASCII form ' +
        '(xn--…); an invalid entry matches nothing.'
    );
  }
  if (linkPrefixes !== undefined && !(Array.isArray(linkPrefixes) && linkPrefixes.every(isPath))) {
    advice.push('config.linkPrefixes must be a list of paths such as /promo; an invalid entry matches nothing.');
  }
  if (!isFingerprintUse(shouldUseFingerprint)) {
    advice.push("config.shouldUseFingerprint must be true, false or 'android'; false is used.");
  }
  if (filter !== undefined && !isFilter(filter)) {
    advice.push('config.filter must be a function; without one every URL is a link.');
  }
  if (isNewInstall !== undefined && !isNewInstallAnswer(isNewInstall)) {
    advice.push('config.isNewInstall must be a boolean, or a function that gives one; it is ignored.');
  }
  if (consent !== undefined && !isConsent(consent)) {
    advice.push("config.consent must be 'granted', 'pending' or 'denied'; 'pending' is used.");
  }
  if ('consent' in config && consent === undefined) {
    advice.push("config.consent is undefined, which means 'granted': pass 'pending' until the person has decided.");
  }
  return advice;
}
