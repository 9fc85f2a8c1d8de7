import { deviceInfo } from './deviceInfo.mjs';
import { after, phone, WAITS } from './state.mjs';

const { model, systemVersion, getUserAgent, getFirstInstallTime } = deviceInfo;

/** The native sides of Expo's packages, as quick as those of ours. */
export const expoModules = {
  ExpoApplication: {
    getInstallReferrerAsync: () => after(WAITS.referrer, phone.referrer),
    getInstallationTimeAsync: getFirstInstallTime,
  },
  ExpoDevice: {
    modelName: model,
    manufacturer: 'Google',
    osVersion: systemVersion,
  },
  ExponentConstants: { getWebViewUserAgentAsync: getUserAgent },
  ExpoClipboard: {
    hasUrlAsync: () => after(0, true),
    getStringAsync: () => after(WAITS.clipboard, 'https://go.example/a/b'),
  },
};
