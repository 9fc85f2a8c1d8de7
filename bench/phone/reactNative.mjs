import { deviceInfo } from './deviceInfo.mjs';
import { after, phone, WAITS } from './state.mjs';

const subscription = { remove() {} };

export const Platform = {
  get OS() {
    return phone.os;
  },
  Version: 35,
  select: (choices) => choices[phone.os] ?? choices.native ?? choices.default,
};
export const Linking = {
  getInitialURL: () => after(WAITS.initialUrl, null),
  addEventListener: () => subscription,
};
export const AppState = {
  currentState: 'active',
  addEventListener(_type, listener) {
    globalThis.benchForeground = () => listener('active');
    return subscription;
  },
};
export const Dimensions = { get: () => ({ width: 412, height: 915, scale: 2.6 }) };
export const PixelRatio = { get: () => 2.6 };
export const I18nManager = { getConstants: () => ({ localeIdentifier: 'en_US' }) };
export const Settings = { get: () => undefined };
export const NativeModules = { RNDeviceInfo: deviceInfo };
export const TurboModuleRegistry = {
  get: (name) => (phone.isExpo ? null : NativeModules[name]) ?? null,
  getEnforcing: () => null,
};
