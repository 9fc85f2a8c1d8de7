import { Platform as WebPlatform } from 'react-native-web';

import type { Os } from '../state/Os';
import { deviceInfo } from './deviceInfo';
import { latency } from './latency';
import { phone } from './phone';
import { phoneModels } from './phoneModels';

/**
 * What the library gets for `react-native`: the parts in which phones differ come from the simulated phone, and the
 * rest is react-native-web. The app itself runs on react-native-web only.
 */
export * from 'react-native-web';

const INITIAL_URL_MS = 5;

const model = phoneModels[phone.setup.os];

const constants: Record<Os, object> = {
  ios: { osVersion: model.systemVersion },
  android: { Model: model.model, Manufacturer: model.manufacturer, Release: model.systemVersion },
};

export const Platform = {
  ...WebPlatform,
  constants: constants[phone.setup.os],
  OS: phone.setup.os,
  Version: model.platformVersion,
  select<T>(choices: { ios?: T; android?: T; native?: T; default?: T }): T | undefined {
    return choices[phone.setup.os] ?? choices.native ?? choices.default;
  },
};

export const Dimensions = {
  get: (_: 'window' | 'screen') => ({ ...model.screen, fontScale: 1 }),
  addEventListener: () => ({ remove() {} }),
};

export const PixelRatio = {
  get: () => model.screen.scale,
  getFontScale: () => 1,
  getPixelSizeForLayoutSize: (size: number) => Math.round(size * model.screen.scale),
  roundToNearestPixel: (size: number) => Math.round(size * model.screen.scale) / model.screen.scale,
};

export const Linking = {
  async getInitialURL() {
    await latency(INITIAL_URL_MS);
    return phone.setup.initialUrl;
  },
  addEventListener(_: 'url', listener: (event: { url: string }) => void) {
    return { remove: phone.onUrl((url) => listener({ url })) };
  },
};

export const AppState = {
  get currentState() {
    return phone.appState;
  },
  addEventListener(type: string, listener: (state: 'active' | 'background') => void) {
    if (type !== 'change') return { remove() {} };
    return { remove: phone.onAppState(listener) };
  },
};

export const TurboModuleRegistry = {
  get: (name: string) => (name === 'RNDeviceInfo' && !phone.setup.isExpo ? deviceInfo : null),
};
