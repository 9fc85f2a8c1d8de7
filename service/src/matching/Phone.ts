import { canonicalTimezone } from './canonicalTimezone.ts';
import { platformOf, readUserAgent, systemVersionOf, type Platform } from './readUserAgent.ts';
import { screenOf, type Measured, type Screen } from './screen.ts';

/** What an installed app tells of its phone, unchecked; any part may be unknown. */
export interface Fingerprint extends Measured {
  platform: string | null;
  model: string | null;
  systemVersion: string | null;
  languages: readonly string[];
  timezone: string | null;
  userAgent: string | null;
}

/** The same, ready to be compared with many clicks. */
export interface Phone {
  platform: Platform;
  device: 'iphone' | 'ipad' | 'android';
  model: string | null;
  systemVersion: string | null;
  screen: Screen | null;
  languages: readonly string[];
  timezone: string | null;
}

/** What react-native-device-info calls an Apple device that is newer than its list. They say nothing of the model. */
const NO_MODELS: readonly (string | null)[] = ['iphone', 'ipad', 'unknown'];

/** Gives null if the fingerprint doesn't tell its platform: then there is nothing to compare. */
export function describePhone(fingerprint: Fingerprint): Phone | null {
  const agent = readUserAgent(fingerprint.userAgent);
  const named = fingerprint.platform?.toLowerCase() ?? agent.device ?? '';
  const platform = named === 'ios' ? 'ios' : platformOf(named);
  if (platform === null) return null;
  const isTablet = fingerprint.model?.startsWith('iPad') ?? agent.device === 'ipad';
  const model = (fingerprint.model ?? agent.model)?.toLowerCase() ?? null;
  return {
    platform,
    device: platform === 'android' ? 'android' : isTablet ? 'ipad' : 'iphone',
    model: NO_MODELS.includes(model) ? null : model,
    systemVersion: systemVersionOf(platform, fingerprint.systemVersion) ?? agent.systemVersion,
    screen: screenOf(fingerprint),
    languages: fingerprint.languages,
    timezone: fingerprint.timezone === null ? null : canonicalTimezone(fingerprint.timezone),
  };
}
