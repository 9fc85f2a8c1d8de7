import { Dimensions, I18nManager, Platform, TurboModuleRegistry } from 'react-native';
import { attempt } from '../core/attempt';
import type { Ports, Source } from '../ports';
import { expo } from './expo';
import { noteFailure } from './noteFailure';
import { ownerOf } from './ownerOf';
import { withDeviceInfo } from './packages/deviceInfo';
import { isTest } from './remedies';

/** The native side of react-native-device-info, the same in 13, 14 and 15. */
interface NativeSide {
  getConstants?(): Record<string, unknown>;
  model: unknown;
  systemVersion: unknown;
  getSystemManufacturer(): unknown;
  getUserAgent(): unknown;
  getFirstInstallTime(): unknown;
  /** From 14.1 on. */
  getStartupTime(): unknown;
}

type Method = 'getModel' | 'getSystemVersion' | 'getManufacturer' | 'getUserAgent' | 'getFirstInstallTime';

/**
 * The package itself, in the place of its native side: for tests that mock it, and to find out why there is none. Only
 * release builds ask for the start of the process.
 */
function packaged(): Omit<NativeSide, 'getStartupTime'> {
  const note = noteFailure('react-native-device-info');
  const ask = (method: Method) =>
    withDeviceInfo((module) => ownerOf<Record<Method, () => unknown>>(module, method), note)[method]();
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
  attempt(() =>
    withDeviceInfo((module) => 'mock' in Object(ownerOf<Record<Method, unknown>>(module, 'getModel').getModel))
  );

/** What the package's own methods read from. Its JavaScript would add 8 kB to an app, most of it lists of phones. */
function native(): NativeSide {
  // React Native's registry has the legacy modules, too. Where it is missing, whoever reads from it fails.
  const module = TurboModuleRegistry.get('RNDeviceInfo') as unknown as NativeSide;
  return __DEV__ && (!(module as unknown) || isMocked()) ? (packaged() as NativeSide) : module;
}

/** The layer for legacy modules makes constants properties of the module; a TurboModule has the method alone. */
function constant(name: 'model' | 'systemVersion'): unknown {
  const module = native();
  return module.getConstants?.()[name] ?? module[name];
}

/** Android's and iOS's own names. */
const reactNative = () =>
  Platform.constants as { Model?: string; Manufacturer?: string; Release?: string; osVersion?: string };

const screen = () => Dimensions.get('screen');

export const device: Ports['device'] = {
  model: [() => constant('model'), () => expo('ExpoDevice').modelName, () => reactNative().Model],
  manufacturer: [
    () => (Platform.OS === 'ios' ? 'Apple' : native().getSystemManufacturer()),
    () => expo('ExpoDevice').manufacturer,
    () => reactNative().Manufacturer,
  ],
  systemVersion: [
    () => constant('systemVersion'),
    () => expo('ExpoDevice').osVersion,
    () => reactNative().Release ?? reactNative().osVersion,
  ],
  screenWidth: [() => screen().width],
  screenHeight: [() => screen().height],
  scale: [() => screen().scale],
  locale: [
    () => Intl.DateTimeFormat().resolvedOptions().locale,
    // Hermes can be built without Intl on Android.
    () => I18nManager.getConstants().localeIdentifier,
  ],
  timezone: [() => Intl.DateTimeFormat().resolvedOptions().timeZone],
  // The last one, as it starts a web view on iOS.
  userAgent: [() => native().getUserAgent(), () => expo('ExponentConstants').getWebViewUserAgentAsync()],
};

export const installTime: Source[] = [
  () => native().getFirstInstallTime(),
  () => expo('ExpoApplication').getInstallationTimeAsync(),
];

export const processStart: Source[] = [() => native().getStartupTime()];
