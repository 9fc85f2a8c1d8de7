import { after, WAITS } from './state.mjs';

/** The install is new, because a release build doesn't match an older one, and its time is the same at each launch. */
const INSTALLED_AT = Math.floor(Date.now() / 3_600_000) * 3_600_000;

/** The native side of react-native-device-info. */
export const deviceInfo = {
  model: 'Pixel 9',
  systemVersion: '15',
  getSystemManufacturer: () => after(WAITS.manufacturer, 'Google'),
  getUserAgent: () => after(WAITS.userAgent, 'Mozilla/5.0 (Linux; Android 15)'),
  getFirstInstallTime: () => after(WAITS.manufacturer, INSTALLED_AT),
};
