import { reasonOf } from '../core/attempt';
import { log } from './log';

/** What the app loses without each package, and what else it can do than to install it. */
const LOSSES = {
  '@react-native-async-storage/async-storage': [
    'No storage, so a first run cannot be told from a later one and nothing is matched.',
    ', or pass config.storage',
  ],
  '@react-native-clipboard/clipboard': [
    'No clipboard, so links copied on a landing page are not found.',
    ', or set config.shouldUseClipboard to false',
  ],
  'react-native-device-info': [
    'No device facts, so a fingerprint is weak and a restored Android backup goes unseen.',
    '',
  ],
  'react-native-play-install-referrer': [
    'No install referrer, so Android installs are matched by fingerprint alone.',
    '',
  ],
};

/** Jest sets it in every process that runs tests, and so does Vitest. */
const isTest = () =>
  (globalThis as { process?: { env?: Record<string, unknown> } }).process?.env?.JEST_WORKER_ID !== undefined;

function advise(name: keyof typeof LOSSES, error: unknown) {
  const text = reasonOf(error);
  const remedy = text.includes(`Cannot find module '${name}'`)
    ? `Run \`npm install ${name}\``
    : /Cannot use import statement|Unexpected token '?export/.test(text)
      ? `Jest can't read ${name}, an ES module: have transformIgnorePatterns transform it, or mock it (docs/testing.md)`
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
