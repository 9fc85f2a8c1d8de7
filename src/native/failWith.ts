import { attempt } from '../core/attempt';
import { reasonOf } from '../core/reasonOf';
import { log } from './log';

/** What the app loses without each package, and what else it can do than to install it. */
const LOSSES = {
  '@react-native-async-storage/async-storage': [
    "Without storage, the library can't tell a first run from a later one, and nothing is matched.",
    ', or pass config.storage',
  ],
  '@react-native-clipboard/clipboard': [
    'Without the clipboard, links copied on a landing page are not found.',
    ', or set config.shouldUseClipboard to false',
  ],
  'react-native-device-info': [
    "Without device facts, the fingerprint is weak and a restored Android backup isn't noticed.",
    '',
  ],
  'react-native-play-install-referrer': [
    'Without the install referrer, Android installs are matched by fingerprint alone.',
    '',
  ],
};

/** A browser has none. */
declare const process: { env: Record<string, unknown> };

/** Jest sets it in every process that runs tests, and so does Vitest. */
export const isTest = () => attempt(() => process.env.JEST_WORKER_ID) !== undefined;

function advise(name: keyof typeof LOSSES, error: unknown) {
  const text = reasonOf(error);
  const remedy = text.includes(`Cannot find module '${name}'`)
    ? `Run \`npm install ${name}\``
    : /Cannot use import statement|Unexpected token '?export/.test(text)
      ? `Jest can't read ${name}, an ES module: add it to the exceptions in transformIgnorePatterns, or mock it (docs/testing.md)`
      : isTest()
        ? `${name} has no native side in a test: mock it with jest.mock('${name}', …) (docs/testing.md)`
        : `${name} is installed, but this build lacks its native side: rebuild the app, for iOS after \`pod install\``;
  const [loss, otherwise] = LOSSES[name];
  log.advise(`${loss} ${remedy}${otherwise}.`);
}

/** Throws what a package has thrown. Says once, in development, what the app loses by it, and what to do. */
export const failWith =
  (name: keyof typeof LOSSES) =>
  (error: unknown): never => {
    if (__DEV__) advise(name, error);
    throw error;
  };
