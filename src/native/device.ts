import { Dimensions, I18nManager, NativeModules, Platform } from 'react-native';
import type { Ports } from '../ports';
import { advisePackage } from './advisePackage';
import { ownerOf } from './ownerOf';
import { withDeviceInfo } from './packages/deviceInfo';

type DeviceInfo = Record<
  'getModel' | 'getManufacturer' | 'getSystemVersion' | 'getUserAgent' | 'getFirstInstallTime',
  () => unknown
>;

/** The native side of react-native-device-info, the same in 13, 14 and 15. */
interface NativeSide extends Omit<DeviceInfo, 'getModel' | 'getManufacturer' | 'getSystemVersion'> {
  model: unknown;
  systemVersion: unknown;
  getSystemManufacturer(): unknown;
}

function fail(error: unknown): never {
  if (__DEV__)
    advisePackage(
      'react-native-device-info',
      'No device facts, so a fingerprint is weak and a restored Android backup goes unseen.',
      error
    );
  throw error;
}

/**
 * Reads from the native side what the package's own method reads. The package's JavaScript would add 8 kB to an app,
 * most of it lists of phones.
 */
function ask(method: keyof DeviceInfo, read: (native: NativeSide) => unknown): unknown {
  const native = NativeModules.RNDeviceInfo as NativeSide | undefined;
  if (native) return read(native);
  return withDeviceInfo((module) => ownerOf<DeviceInfo>(module, method), fail)[method]();
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
  model: () => ask('getModel', ({ model }) => model),
  manufacturer: () =>
    ask('getManufacturer', (native) => (Platform.OS === 'ios' ? 'Apple' : native.getSystemManufacturer())),
  systemVersion: () => ask('getSystemVersion', ({ systemVersion }) => systemVersion),
  screenWidth: () => screen().width,
  screenHeight: () => screen().height,
  scale: () => screen().scale,
  locale,
  timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  // The last one, as it starts a web view on iOS.
  userAgent: () => ask('getUserAgent', (native) => native.getUserAgent()),
};

export const installTime = () => ask('getFirstInstallTime', (native) => native.getFirstInstallTime());
