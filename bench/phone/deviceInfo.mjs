import { after, WAITS } from './state.mjs';

export const getModel = () => 'Pixel 9';
export const getSystemVersion = () => '15';
export const getManufacturer = () => after(WAITS.manufacturer, 'Google');
export const getUserAgent = () => after(WAITS.userAgent, 'Mozilla/5.0 (Linux; Android 15)');
export const getFirstInstallTime = () => after(WAITS.manufacturer, 1_700_000_000_000);
