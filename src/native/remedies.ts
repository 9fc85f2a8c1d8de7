import { attempt } from '../core/attempt';
import { docsUrl } from '../core/docsUrl';
import { reasonOf } from '../core/reasonOf';

/** A browser has none. */
declare const process: { env: Record<string, unknown> };

/** Jest sets it in every process that runs tests, and so does Vitest. */
export const isTest = () => attempt(() => process.env.JEST_WORKER_ID) !== undefined;

/** Whether the app has Expo. It has so under Expo's preset for Jest, too, which gives it no modules. */
export const isExpoApp = () => 'expo' in globalThis;

export const isNotInstalled = (name: string, error: unknown) =>
  reasonOf(error).includes(`Cannot find module '${name}'`);

export const install = (names: string[]) =>
  isExpoApp()
    ? `Run \`npx expo install ${names.join(' ')}\` and rebuild the app`
    : `Run \`npm install ${names.join(' ')}\``;

/** What helps against what a package that is installed has thrown. */
export const repair = (name: string, error: unknown) =>
  /Cannot use import statement|Unexpected token '?export/.test(reasonOf(error))
    ? `Jest can't read ${name}, an ES module: add it to the exceptions in transformIgnorePatterns, or mock it (${docsUrl('testing')})`
    : isTest()
      ? `${name} has no native side in a test: mock it with jest.mock('${name}', …) (${docsUrl('testing')})`
      : `${name} is installed, but this build lacks its native side: rebuild the app, for iOS after \`pod install\``;
