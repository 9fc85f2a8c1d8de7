import { Dimensions, I18nManager } from 'react-native';
import type { Ports } from '../ports';
import { advisePackage } from './advisePackage';
import { ownerOf } from './ownerOf';

type DeviceInfo = Record<
  'getModel' | 'getManufacturer' | 'getSystemVersion' | 'getUserAgent' | 'getFirstInstallTime',
  () => unknown
>;

function ask(method: keyof DeviceInfo): unknown {
  let owner: DeviceInfo;
  try {
    owner = ownerOf<DeviceInfo>(require('react-native-device-info'), method);
  } catch (error) {
    if (__DEV__)
      advisePackage(
        'react-native-device-info',
        'No device facts, so a fingerprint is weak and a restored Android backup goes unseen.',
        error
      );
    throw error;
  }
  return owner[method]();
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
  model: () => ask('getModel'),
  manufacturer: () => ask('getManufacturer'),
  systemVersion: () => ask('getSystemVersion'),
  screenWidth: () => screen().width,
  screenHeight: () => screen().height,
  scale: () => screen().scale,
  locale,
  timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  // The last one, as it starts a web view on iOS.
  userAgent: () => ask('getUserAgent'),
};

export const installTime = () => ask('getFirstInstallTime');
