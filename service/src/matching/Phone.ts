import { appleModel } from './appleModels.ts';
import { canonicalTimezone } from './canonicalTimezone.ts';
import { platformOf, readUserAgent, systemVersionOf, type Platform } from './readUserAgent.ts';
import { screenOf, type Measured, type Screen } from './screen.ts';

/** What an installed app reports about its phone, unchecked; any part may be unknown. */
export interface Fingerprint extends Measured {
  platform: string | null;
  model: string | null;
  systemVersion: string | null;
  languages: readonly string[];
  timezone: string | null;
  userAgent: string | null;
}

/** A fingerprint, ready to be compared with many clicks. */
export interface Phone {
  platform: Platform;
  device: 'iphone' | 'ipad' | 'android';
  model: string | null;
  systemVersion: string | null;
  screen: Screen | null;
  languages: readonly string[];
  timezone: string | null;
}

/** Every web view's agent begins with it. Any other agent is an HTTP client's, and an app can replace it. */
const WEB_VIEW = 'Mozilla/';

/** Returns null if the fingerprint has no platform: then there is nothing to compare. */
export function describePhone(fingerprint: Fingerprint): Phone | null {
  const { userAgent } = fingerprint;
  const agent = readUserAgent(userAgent?.startsWith(WEB_VIEW) ? userAgent : null);
  const named = fingerprint.platform?.toLowerCase() ?? agent.device ?? '';
  const platform = named === 'ios' ? 'ios' : platformOf(named);
  if (platform === null) return null;
  const isTablet = fingerprint.model?.startsWith('iPad') ?? agent.device === 'ipad';
  const model = fingerprint.model ?? agent.model;
  return {
    platform,
    device: platform === 'android' ? 'android' : isTablet ? 'ipad' : 'iphone',
    model: (platform === 'ios' && model !== null ? appleModel(model) : model)?.toLowerCase() ?? null,
    systemVersion: systemVersionOf(platform, fingerprint.systemVersion) ?? agent.systemVersion,
    screen: screenOf(fingerprint),
    languages: fingerprint.languages,
    timezone: fingerprint.timezone === null ? null : canonicalTimezone(fingerprint.timezone),
  };
}
