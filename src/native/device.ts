import { Dimensions, I18nManager, NativeModules, Platform } from 'react-native';
import { attempt } from '../core/attempt';
import type { Ports } from '../ports';
import { failWith, isTest } from './failWith';
import { ownerOf } from './ownerOf';
import { withDeviceInfo } from './packages/deviceInfo';

/** The native side of react-native-device-info, the same in 13, 14 and 15. */
interface NativeSide {
  model: unknown;
  systemVersion: unknown;
  getSystemManufacturer(): unknown;
  getUserAgent(): unknown;
  getFirstInstallTime(): unknown;
}

type Method = 'getModel' | 'getSystemVersion' | 'getManufacturer' | 'getUserAgent' | 'getFirstInstallTime';

/** The package itself, in the place of its native side: for tests that mock it, and to find out why there is none. */
function packaged(): NativeSide {
  const fail = failWith('react-native-device-info');
  const ask = (method: Method) =>
    withDeviceInfo((module) => ownerOf<Record<Method, () => unknown>>(module, method), fail)[method]();
  return {
    get model() {
      return ask('getModel');
    },
    get systemVersion() {
      return ask('getSystemVersion');
    },
    getSystemManufacturer: () => ask('getManufacturer'),
    getUserAgent: () => ask('getUserAgent'),
    getFirstInstallTime: () => ask('getFirstInstallTime'),
  };
}

/** Whether a test has put mocks in the package's place. They win over a stub of its native side. */
const isMocked = () =>
  isTest() &&
  withDeviceInfo(
    (module) => 'mock' in Object(ownerOf<Record<Method, unknown>>(module, 'getModel').getModel),
    (() => {}) as () => never
  );

/** What the package's own methods read from. Its JavaScript would add 8 kB to an app, most of it lists of phones. */
function native(): NativeSide {
  // Where it is missing, whoever reads from it fails.
  const { RNDeviceInfo } = NativeModules as { RNDeviceInfo: NativeSide };
  return __DEV__ && (!(RNDeviceInfo as unknown) || isMocked()) ? packaged() : RNDeviceInfo;
}

const screen = () => Dimensions.get('screen');

export const device: Ports['device'] = {
  model: () => native().model,
  manufacturer: () => (Platform.OS === 'ios' ? 'Apple' : native().getSystemManufacturer()),
  systemVersion: () => native().systemVersion,
  screenWidth: () => screen().width,
  screenHeight: () => screen().height,
  scale: () => screen().scale,
  // Hermes can be built without Intl on Android.
  locale: () =>
    attempt(() => Intl.DateTimeFormat().resolvedOptions().locale) ?? I18nManager.getConstants().localeIdentifier,
  timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  // The last one, as it starts a web view on iOS.
  userAgent: () => native().getUserAgent(),
};

export const installTime = () => native().getFirstInstallTime();
