import type { DeviceFact } from '../ports';

/** Longer than any device's name. A native module that answers with more is wrong, and a service refuses all of it. */
const MAX_NAME_LENGTH = 200;
/** Longer than any user agent. */
const MAX_USER_AGENT_LENGTH = 1024;

const readText = (value: unknown, longest = MAX_NAME_LENGTH) =>
  // react-native-device-info answers 'unknown' where it has no answer.
  typeof value === 'string' && value && value !== 'unknown' ? value.slice(0, longest) : null;

const readNumber = (value: unknown) => (Number.isFinite(value) ? (value as number) : null);

/** What is sent of each fact, from what a source says; `null` if that can't be the fact. */
export const readFact = {
  model: readText,
  manufacturer: readText,
  systemVersion: readText,
  screenWidth: readNumber,
  screenHeight: readNumber,
  scale: readNumber,
  locale(value: unknown) {
    const languageTag = readText(value)?.replace(/_/g, '-');
    return languageTag ? [{ languageTag }] : null;
  },
  timezone: readText,
  userAgent: (value: unknown) => readText(value, MAX_USER_AGENT_LENGTH),
} satisfies Record<DeviceFact, (value: unknown) => unknown>;
