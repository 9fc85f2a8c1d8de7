import { EXPO_MODULES, NO_PACKAGES, type DeviceOptions } from './nativeModules';

export const LINK = 'https://go.test/a/b';

/** An Expo app with Expo's modules and none of our packages. */
export const ONLY_EXPO: DeviceOptions = { expo: EXPO_MODULES, packages: NO_PACKAGES };
/** An app that has both. */
export const BOTH: DeviceOptions = { expo: EXPO_MODULES };
