import type { DeviceFact } from '../ports';

/** Unchecked: any part may be missing or of the wrong type. */
export type DeviceFacts = Partial<Record<DeviceFact, unknown>>;

/** Longer than any name of a device. A native module that answers with more is wrong, and a service refuses all of it. */
const MAX_NAME_LENGTH = 200;
/** Longer than any user agent. */
const MAX_USER_AGENT_LENGTH = 1024;

const textOrNull = (value: unknown, longest = MAX_NAME_LENGTH) =>
  // react-native-device-info answers 'unknown' where it has no answer.
  typeof value === 'string' && value && value !== 'unknown' ? value.slice(0, longest) : null;

const numberOrNull = (value: unknown) => (Number.isFinite(value) ? (value as number) : null);

/** The body of a probabilistic match; a part that could not be read is `null`. */
export function fingerprint(os: string, facts: DeviceFacts, timestamp: number, clipboard: string | null) {
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
    userAgent: textOrNull(facts.userAgent, MAX_USER_AGENT_LENGTH),
    timestamp,
    ...(clipboard !== null && { pastedLink: clipboard }),
  };
}
