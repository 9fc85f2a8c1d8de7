import { DEFAULT_TIMEOUT_MS, isConsent, isText, isTimeout } from './resolveConfig';

const FIELDS =
  'API_KEY, appID, shouldUseClipboard, storage, baseUrl, timeoutMs, linkDomains, retryUnansweredMatch, consent, onDiagnostic';

const isHost = (value: unknown) => isText(value) && !/[/:\s]/.test(value);

/** Mistakes in `config` that a default has covered; told in development. */
export function configAdvice(input: unknown): string[] {
  if (!__DEV__) return [];
  const config = Object(input) as Record<string, unknown>;
  const { timeoutMs, linkDomains, consent } = config;
  const advice = Object.keys(config)
    .filter((field) => !FIELDS.split(', ').includes(field))
    .map((field) => `config.${field} is not a known field. Known: ${FIELDS}.`);
  if (timeoutMs !== undefined && !isTimeout(timeoutMs)) {
    advice.push(`config.timeoutMs must be a number of milliseconds above 0; ${DEFAULT_TIMEOUT_MS} is used.`);
  }
  if (linkDomains !== undefined && !(Array.isArray(linkDomains) && linkDomains.every(isHost))) {
    advice.push('config.linkDomains must be a list of hosts such as go.example.com; what is none matches no link.');
  }
  if (consent !== undefined && !isConsent(consent)) {
    advice.push("config.consent must be 'granted', 'pending' or 'denied'; 'pending' is used.");
  }
  return advice;
}
