import * as React from 'react';

/** The state of the simulated phone; tests read it and write to it. */
export interface Phone {
  os: 'ios' | 'android' | 'web';
  initialUrl: unknown;
  /** What Google Play answers: a referrer, or an error code. */
  referrer: string | number;
  clipboard: string;
  /** Whether the clipboard says that it holds a URL. */
  clipboardHasUrl: boolean;
  disk: Map<string, string>;
  installTime: number;
  /** When the process was started: tests that launch again in the same process leave it. */
  startupTime: number;
  model: string;
  /** What Android's own settings say. */
  locale: string;
  /** Every call of a native method, as `Module.method`. */
  calls: string[];
}

/** Replaces a native method, by its name: `RNDeviceInfo.getUserAgent`; a whole module with `null`: not linked. */
export type NativeFaults = Record<string, ((...args: never[]) => unknown) | null>;

/**
 * What stands for a native package: another version or a mock, by the name it is installed under; what it exports;
 * the error that it throws at its import; `null`: not installed.
 */
export type Packages = Record<string, string | object | Error | null>;

/** A phone and all that is wrong with it. */
export type DeviceOptions = Partial<Phone> & {
  faults?: NativeFaults;
  packages?: Packages;
  /** Which of Expo's native modules the app has. Without it, the app has no Expo. */
  expo?: readonly string[];
  /** Whether device-info is a TurboModule, whose constants no layer for legacy modules turns into properties. */
  isTurbo?: boolean;
};

export const EXPO_MODULES = ['ExpoApplication', 'ExpoDevice', 'ExponentConstants', 'ExpoClipboard'];

/** No package of ours that knows a fact. */
export const NO_PACKAGES: Packages = {
  'react-native-device-info': null,
  'react-native-play-install-referrer': null,
  '@react-native-clipboard/clipboard': null,
};

type NativeModule = Record<string, unknown>;

const systemVersion = ({ os }: Phone) => (os === 'ios' ? '18.1' : '15');

/** The faces that the native halves show to the JavaScript of React Native and of the native packages. */
function moduleTable(phone: Phone): Record<string, NativeModule> {
  const read = (key: string) => phone.disk.get(key) ?? null;
  const rows = (keys: string[]) => keys.map((key) => [key, read(key)]);
  const listeners = { addListener: () => {}, removeListeners: () => {} };
  const initialUrl = { getInitialURL: () => Promise.resolve(phone.initialUrl) };
  return {
    LinkingManager: { ...listeners, ...initialUrl },
    IntentAndroid: { ...initialUrl },
    AppState: {
      ...listeners,
      getConstants: () => ({ initialAppState: 'active' }),
      getCurrentAppState: (answer: (state: object) => void) => answer({ app_state: 'active' }),
    },
    // async-storage 3
    RNAsyncStorage: {
      legacy_multiGet: (keys: string[]) => Promise.resolve(rows(keys)),
      legacy_multiSet: (entries: [string, string][]) => {
        entries.forEach(([key, value]) => phone.disk.set(key, value));
        return Promise.resolve();
      },
      legacy_multiRemove: (keys: string[]) => {
        keys.forEach((key) => phone.disk.delete(key));
        return Promise.resolve();
      },
    },
    // async-storage 2
    RNCAsyncStorage: {
      multiGet: (keys: string[], answer: (errors: null, rows: unknown) => void) => answer(null, rows(keys)),
      multiSet: (entries: [string, string][], answer: (errors: null) => void) => {
        entries.forEach(([key, value]) => phone.disk.set(key, value));
        answer(null);
      },
      multiRemove: (keys: string[], answer: (errors: null) => void) => {
        keys.forEach((key) => phone.disk.delete(key));
        answer(null);
      },
    },
    I18nManager: {
      getConstants: () => ({ isRTL: false, doLeftAndRightSwapInRTL: true, localeIdentifier: phone.locale }),
    },
    RNDeviceInfo: {
      ...listeners,
      model: phone.model,
      brand: phone.os === 'ios' ? 'Apple' : 'Google',
      systemVersion: systemVersion(phone),
      getSystemManufacturer: () => Promise.resolve('Google'),
      getUserAgent: () => Promise.resolve('Mozilla/5.0 (test)'),
      getFirstInstallTime: () => Promise.resolve(phone.installTime),
      getStartupTime: () => Promise.resolve(phone.startupTime),
    },
    PlayInstallReferrer: {
      ...listeners,
      getInstallReferrerInfo: () => {
        const { DeviceEventEmitter } = require('react-native') as typeof import('react-native');
        if (typeof phone.referrer === 'string') {
          DeviceEventEmitter.emit('play_install_referrer_value', { installReferrer: phone.referrer });
        } else {
          DeviceEventEmitter.emit('play_install_referrer_error', { message: 'failed', responseCode: phone.referrer });
        }
      },
    },
    RNCClipboard: {
      ...listeners,
      getConstants: () => ({}),
      hasURL: () => Promise.resolve(phone.clipboardHasUrl),
      hasWebURL: () => Promise.resolve(phone.clipboardHasUrl),
      getString: () => Promise.resolve(phone.clipboard),
    },
  };
}

/** On Android it is that of the system's own HTTP client. */
const EXPO_AGENT: Record<string, string> = {
  ios: 'Mozilla/5.0 (test)',
  android: 'Dalvik/2.1.0 (Linux; U; Android 15; Phone 1 Build/1)',
};

/** As expo-application's ApplicationModule.kt rejects by Google Play's code. */
const expoError = (code: number) =>
  new Error(
    code === 2
      ? "The current Play Store app doesn't provide the installation referrer API, or the Play Store may not be installed."
      : code === -1
        ? 'Connection to install referrer service was lost.'
        : `General error retrieving the install referrer: response code ${code}`
  );

/** The same for Expo's packages. */
function expoTable(phone: Phone): Record<string, NativeModule> {
  return {
    ExpoApplication: {
      getInstallationTimeAsync: () => Promise.resolve(phone.installTime),
      ...(phone.os === 'android' && {
        getInstallReferrerAsync: () =>
          typeof phone.referrer === 'string'
            ? Promise.resolve(phone.referrer)
            : Promise.reject(expoError(phone.referrer)),
      }),
    },
    ExpoDevice: {
      modelName: phone.model,
      manufacturer: phone.os === 'ios' ? 'Apple' : 'Google',
      osVersion: systemVersion(phone),
    },
    ExponentConstants: { getWebViewUserAgentAsync: () => Promise.resolve(EXPO_AGENT[phone.os]) },
    ExpoClipboard: {
      hasUrlAsync: () => Promise.resolve(phone.clipboardHasUrl),
      getStringAsync: (options: unknown) =>
        options
          ? Promise.resolve(phone.clipboard)
          : Promise.reject(new Error('Received 0 arguments, but 1 was expected')),
    },
  };
}

/** The native packages, each with the modules of its native side. */
const PACKAGES: Record<string, string[]> = {
  '@react-native-async-storage/async-storage': ['RNAsyncStorage', 'RNCAsyncStorage'],
  'react-native-device-info': ['RNDeviceInfo'],
  'react-native-play-install-referrer': ['PlayInstallReferrer'],
  '@react-native-clipboard/clipboard': ['RNCClipboard'],
};

/** The native modules that are gone: those of packages that are not installed, broken or mocked. */
const goneWith = (packages: Packages) =>
  Object.entries(packages).flatMap(([name, installed]) =>
    typeof installed === 'string' ? [] : (PACKAGES[name] ?? [])
  );

function installPackages(packages: Packages) {
  for (const name of Object.keys(PACKAGES)) {
    const installed = packages[name];
    if (installed === undefined) {
      jest.dontMock(name);
      continue;
    }
    jest.doMock(name, () => {
      if (installed === null) throw new Error(`Cannot find module '${name}'`);
      if (installed instanceof Error) throw installed;
      return typeof installed === 'string' ? jest.requireActual<object>(installed) : installed;
    });
  }
}

export function createNativeModules({ faults = {}, packages = {}, expo, isTurbo, ...state }: DeviceOptions) {
  const phone: Phone = {
    os: 'ios',
    initialUrl: null,
    referrer: 'utm_source=google-play&utm_medium=organic',
    clipboard: '',
    clipboardHasUrl: false,
    disk: new Map(),
    installTime: 1_700_000_000_000,
    startupTime: 1_767_000_000_000,
    model: 'Phone 1',
    locale: 'en_US',
    calls: [],
    ...state,
  };

  function counted(name: string, module: NativeModule): NativeModule {
    return Object.fromEntries(
      Object.entries(module).map(([method, face]) => {
        const path = `${name}.${method}`;
        if (typeof face !== 'function') return [method, faults[path] === undefined ? face : faults[path]];
        return [
          method,
          faults[path] === null
            ? undefined
            : (...args: never[]) => {
                phone.calls.push(path);
                return ((faults[path] ?? face) as (...args: never[]) => unknown)(...args);
              },
        ];
      })
    );
  }

  /** Only what a TurboModule has: constants in a method. */
  function asTurboModule(module: NativeModule): NativeModule {
    const isMethod = ([, face]: [string, unknown]) => typeof face === 'function';
    const constants = Object.fromEntries(Object.entries(module).filter((entry) => !isMethod(entry)));
    return { ...Object.fromEntries(Object.entries(module).filter(isMethod)), getConstants: () => constants };
  }

  function installExpo() {
    const world = globalThis as { expo?: object };
    delete world.expo;
    if (!expo) return;
    const modules = Object.entries(expoTable(phone)).filter(([name]) => expo.includes(name) && faults[name] !== null);
    world.expo = {
      modules: Object.fromEntries(
        modules.map(([name, module]) => [
          name,
          typeof faults[name] === 'function' ? faults[name]() : counted(name, module),
        ])
      ),
    };
  }

  return {
    phone,

    /** A fresh process: new module instances over this phone's native side. */
    install() {
      jest.resetModules();
      // One React for the library and for the renderer.
      jest.doMock('react', () => React);
      installPackages(packages);
      installExpo();
      const turbo: Record<string, NativeModule> = {};
      (globalThis as { __turboModuleProxy?: unknown }).__turboModuleProxy = isTurbo
        ? (name: string) => turbo[name]
        : undefined;
      const { NativeModules, Platform } = require('react-native') as typeof import('react-native');
      (Platform as { OS: string }).OS = phone.os;
      const spec = Platform as unknown as { select: (spec: Record<string, unknown>) => unknown };
      spec.select = (choices) => (phone.os in choices ? choices[phone.os] : (choices.native ?? choices.default));
      const constants =
        phone.os === 'ios' ? { osVersion: '18.1' } : { Model: phone.model, Manufacturer: 'Google', Release: '15' };
      Object.defineProperty(Platform, 'constants', {
        value: phone.os === 'web' ? undefined : constants,
        configurable: true,
      });
      const table = moduleTable(phone);
      for (const name of Object.keys(faults).map((path) => path.split('.')[0] as string)) {
        if (!EXPO_MODULES.includes(name)) table[name] ??= NativeModules[name] as NativeModule;
      }
      const gone = goneWith(packages);
      for (const [name, module] of Object.entries(table)) {
        const isGone = faults[name] === null || gone.includes(name);
        const isTurboModule = isTurbo && name === 'RNDeviceInfo';
        if (isTurboModule && !isGone) turbo[name] = counted(name, asTurboModule(module));
        NativeModules[name] = isGone || isTurboModule ? undefined : counted(name, module);
      }
      phone.calls.length = 0;
    },

    emitLink(url: unknown) {
      const { DeviceEventEmitter } = require('react-native') as typeof import('react-native');
      DeviceEventEmitter.emit('url', { url });
    },

    emitAppState(state: string) {
      const { DeviceEventEmitter } = require('react-native') as typeof import('react-native');
      DeviceEventEmitter.emit('appStateDidChange', { app_state: state });
    },
  };
}
