import { after, WAITS } from './state.mjs';

export const getModel = () => 'Pixel 9';
export const getSystemVersion = () => '15';
export const getManufacturer = () => after(WAITS.manufacturer, 'Google');
export const getUserAgent = () => after(WAITS.userAgent, 'Mozilla/5.0 (Linux; Android 15)');
/** The install is new, because a release build doesn't match an older one, and its time is the same at each launch. */
const INSTALLED_AT = Math.floor(Date.now() / 3_600_000) * 3_600_000;
export const getFirstInstallTime = () => after(WAITS.manufacturer, INSTALLED_AT);
