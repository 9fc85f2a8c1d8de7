import { Dimensions, I18nManager } from 'react-native';
import type { Ports } from '../ports';
import { log } from './log';

type DeviceInfo = Record<
  'getModel' | 'getManufacturer' | 'getSystemVersion' | 'getUserAgent' | 'getFirstInstallTime',
  () => unknown
>;

function deviceInfo(): DeviceInfo {
  try {
    return require('react-native-device-info') as DeviceInfo;
  } catch (error) {
    if (__DEV__)
      log.advise(
        'No device facts, so a fingerprint is weak and a restored Android backup goes unseen. ' +
          'Run `npm install react-native-device-info`.'
      );
    throw error;
  }
}

const screen = () => Dimensions.get('screen');

function locale(): unknown {
  try {
    return Intl.DateTimeFormat().resolvedOptions().locale;
  } catch {
    // Hermes can be built without Intl on Android.
    return I18nManager.getConstants().localeIdentifier;
  }
}

export const device: Ports['device'] = {
  model: () => deviceInfo().getModel(),
  manufacturer: () => deviceInfo().getManufacturer(),
  systemVersion: () => deviceInfo().getSystemVersion(),
  screenWidth: () => screen().width,
  screenHeight: () => screen().height,
  scale: () => screen().scale,
  locale,
  timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  // Last: it starts a web view on iOS.
  userAgent: () => deviceInfo().getUserAgent(),
};

export const installTime = () => deviceInfo().getFirstInstallTime();
