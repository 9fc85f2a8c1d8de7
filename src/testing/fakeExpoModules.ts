/** What Expo's modules return. Anything you leave out is missing, as if the app didn't have the package. */
export interface FakeExpoFacts {
  /** Google Play's install referrer (expo-application, Android). */
  installReferrer?: string;
  /** The install time in milliseconds since 1970 (expo-application). */
  installTime?: number;
  /** The model's name (expo-device). */
  model?: string;
  /** The manufacturer (expo-device). */
  manufacturer?: string;
  /** The system's version (expo-device). */
  systemVersion?: string;
  /** The user agent (expo-constants). */
  userAgent?: string;
  /** The copied text, which counts as a URL if it is one (expo-clipboard). */
  clipboard?: string;
}

const answer = (value: unknown) => (value === undefined ? undefined : () => Promise.resolve(value));

/**
 * Replaces the native side of Expo's modules in tests, which `jest.mock('expo-application')` doesn't: the library asks
 * the native side. Each call replaces the facts of the last one. Without facts, all modules are missing, without a
 * warning.
 *
 * @example
 * beforeEach(() => fakeExpoModules({ installReferrer: 'clickId=abc', model: 'Pixel 9' }));
 */
export function fakeExpoModules(facts: FakeExpoFacts = {}): void {
  const { installReferrer, installTime, model, manufacturer, systemVersion, userAgent, clipboard } = facts;
  // eslint-disable-next-line no-restricted-globals -- it stands for the native side, and apps must not carry it
  const world = globalThis as { expo?: { modules?: object } };
  world.expo = {
    ...world.expo,
    modules: {
      ...world.expo?.modules,
      ExpoApplication: {
        getInstallReferrerAsync: answer(installReferrer),
        getInstallationTimeAsync: answer(installTime),
      },
      ExpoDevice: { modelName: model, manufacturer, osVersion: systemVersion },
      ExponentConstants: { getWebViewUserAgentAsync: answer(userAgent) },
      ExpoClipboard: {
        hasUrlAsync: answer(clipboard === undefined ? undefined : /^https?:\/\/\S+$/.test(clipboard)),
        getStringAsync: answer(clipboard),
      },
    },
  };
}
