/** What the phone says. Whatever is left out is missing, as if the app lacked the package. */
export interface FakeExpoFacts {
  /** What Google Play says (expo-application, Android). */
  installReferrer?: string;
  /** In milliseconds since 1970 (expo-application). */
  installTime?: number;
  /** expo-device. */
  model?: string;
  /** expo-device. */
  manufacturer?: string;
  /** expo-device. */
  systemVersion?: string;
  /** expo-constants. */
  userAgent?: string;
  /** The copied text (expo-clipboard). If it is a URL, the clipboard says so. */
  clipboard?: string;
}

const answer = (value: unknown) => (value === undefined ? undefined : () => Promise.resolve(value));

/**
 * Puts native modules in the place of Expo's, for tests of an app that uses them: `jest.mock('expo-application')` never
 * reaches this library, which asks the native side. Each call replaces what the last one has put there. Without facts,
 * nobody answers, and the library says nothing about missing packages.
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
