import type { DeviceFacts } from '../ports';

/** Longer than any user agent: a native module that answers with more is wrong. */
const MAX_FACT_LENGTH = 1024;

const textOrNull = (value: unknown) =>
  // react-native-device-info answers 'unknown' where it has no answer.
  typeof value === 'string' && value && value !== 'unknown' ? value.slice(0, MAX_FACT_LENGTH) : null;

const numberOrNull = (value: unknown) => (Number.isFinite(value) ? (value as number) : null);

/** The body of a probabilistic match; a part that could not be read is `null`. */
export function fingerprint(os: string, facts: DeviceFacts, timestamp: number, pastedLink: string | null) {
  const languageTag = textOrNull(facts.locale);
  return {
    platform: os,
    model: textOrNull(facts.model),
    manufacturer: textOrNull(facts.manufacturer),
    systemVersion: textOrNull(facts.systemVersion),
    screenWidth: numberOrNull(facts.screenWidth),
    screenHeight: numberOrNull(facts.screenHeight),
    scale: numberOrNull(facts.scale),
    locale: languageTag === null ? null : [{ languageTag: languageTag.replace(/_/g, '-') }],
    timezone: textOrNull(facts.timezone),
    userAgent: textOrNull(facts.userAgent),
    timestamp,
    ...(pastedLink !== null && { pastedLink }),
  };
}
