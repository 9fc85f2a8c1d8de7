import { reasonOf } from '../core/reasonOf';
import { log } from './log';

/** Jest sets it in every process that runs tests, and so does Vitest. */
const isTest = () =>
  (globalThis as { process?: { env?: Record<string, unknown> } }).process?.env?.JEST_WORKER_ID !== undefined;

/** Says once, in development, what the app loses because the package `name` has failed, and what to do. */
export function advisePackage(name: string, loss: string, error: unknown, otherwise = '') {
  if (!__DEV__) return;
  const text = reasonOf(error);
  const remedy = text.includes(`Cannot find module '${name}'`)
    ? `Run \`npm install ${name}\``
    : /Cannot use import statement|Unexpected token '?export/.test(text)
      ? `Jest can't read ${name}, an ES module: have transformIgnorePatterns transform it, or mock it (docs/testing.md)`
      : isTest()
        ? `${name} has no native side in a test: mock it with jest.mock('${name}', …) (docs/testing.md)`
        : `${name} is installed, but this build lacks its native side: rebuild the app, for iOS after \`pod install\``;
  log.advise(`${loss} ${remedy}${otherwise}.`);
}
