import type { Phone } from './Phone';

/** The app's version and build, such as `1.0.0 (1)`. */
export function versionOf(phone: Phone): string {
  const { appVersion = 'unknown', buildNumber = '?' } = phone.deviceInfo() ?? {};
  return `${appVersion} (${buildNumber})`;
}
