import type { Config } from '../types';
import {
  DEFAULT_LATE_LINK_MS,
  DEFAULT_TIMEOUT_MS,
  isConsent,
  isFilter,
  isFingerprintUse,
  isText,
  isTimeout,
} from './resolveConfig';

/** In the ASCII form: that is what systems deliver. */
const isHost = (value: unknown) => isText(value) && !/[/:\s]|[^ -~]/.test(value);

const isPath = (value: unknown) => isText(value) && !/[?#\s]|:\/\//.test(value);

const isListOf = (isEntry: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isEntry);

const timeAdvice = (ms: number) => `must be a number of milliseconds above 0; ${ms} is used.`;

type Check = [isGood: (value: unknown) => boolean, advice: string];

/** Every field of `Config`, as the compiler demands, with its check, if any. A function, so release builds drop it. */
const createChecks = (): Record<keyof Config, Check | null> => ({
  API_KEY: [
    (key) => !isText(key) || !key.trim().startsWith('sk_'),
    'is a secret key: whoever has the app can read it. Use the publishable key (pk_…), and revoke this one.',
  ],
  appID: null,
  shouldUseClipboard: null,
  shouldUseFingerprint: [isFingerprintUse, "must be true, false or 'android'; false is used."],
  storage: null,
  baseUrl: null,
  timeoutMs: [isTimeout, timeAdvice(DEFAULT_TIMEOUT_MS)],
  lateLinkMs: [isTimeout, timeAdvice(DEFAULT_LATE_LINK_MS)],
  linkDomains: [
    isListOf(isHost),
    'must be a list of hosts such as go.example.com, international ones in their ASCII form (xn--…); an invalid entry ' +
      'matches nothing.',
  ],
  linkPrefixes: [isListOf(isPath), 'must be a list of paths such as /promo; an invalid entry matches nothing.'],
  filter: [isFilter, 'must be a function; it is ignored, so every URL is a link.'],
  isNewInstall: null,
  retryUnansweredMatch: null,
  consent: [isConsent, "must be 'granted', 'pending' or 'denied'; 'pending' is used."],
  onDiagnostic: null,
});

function adviceOn(field: string, value: unknown): string | undefined {
  const checks = new Map(Object.entries(createChecks()));
  const check = checks.get(field);
  if (check === undefined) return `is not a known field. Known: ${[...checks.keys()].join(', ')}.`;
  if (value !== undefined) return check?.[0](value) === false ? check[1] : undefined;
  return field === 'consent'
    ? "is undefined, which means 'granted': pass 'pending' until the person has decided."
    : value;
}

/** Mistakes in `config` that a default covers; they are reported in development only. */
export function configAdvice(input: unknown): string[] {
  return Object.entries(Object(input) as object).flatMap(([field, value]) => {
    const advice = adviceOn(field, value);
    return advice === undefined ? [] : `config.${field} ${advice}`;
  });
}
