import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { root } from './library.mjs';

/** Files whose tests stand where their behaviour shows. */
const ELSEWHERE = {
  'core/askAgain.ts': 'session/resolveLink.test.tsx',
  'core/within.ts': 'session/lateLinks.test.tsx',
  'core/configAdvice.ts': 'react/badInput.test.tsx',
  'core/endpoints.ts': 'testing/testingKit.test.tsx',
  'core/firstUsable.ts': 'native/expoModules.test.tsx',
  'core/hashOf.ts': 'session/reload.test.tsx',
  'core/deliveryState.ts': 'proofs/deliveryExploration.test.ts',
  'core/randomId.ts': 'storage/install.test.tsx',
  'core/sessionState.ts': 'proofs/sessionExploration.test.ts',
  'core/trace.ts': 'session/diagnostics.test.tsx',
  'native/expoRouter.ts': 'expo-router/useLinkRoute.test.tsx',
};

/** Jest's own parts, which are not ours to install. */
const require = createRequire(createRequire(import.meta.url).resolve('jest-cli'));

const fromTests = (path) => relative(join(root, '__tests__'), path).split(sep).join('/');

/**
 * Gives a function that finds the tests of a file as watch mode and `--findRelatedTests` do: by what the tests import
 * or require, literally. Paths of tests are relative to `__tests__`.
 */
export async function createSearch() {
  const { readConfigs } = require('jest-config');
  const { default: Runtime } = require('jest-runtime');
  const { SearchSource } = require('@jest/core');
  const { configs } = await readConfigs({ _: [], $0: '' }, [root]);
  const source = new SearchSource(await Runtime.createContext(configs[0], { console, maxWorkers: 1, watchman: false }));
  return async (path) => {
    const { tests } = await source.findRelatedTests(new Set([join(root, path)]), false);
    return tests.map((test) => fromTests(test.path));
  };
}

/** The test that is named after a file of src, or the folder of tests that stands for the file's own. */
export function ownTests(file) {
  if (ELSEWHERE[file]) return ELSEWHERE[file];
  const named = ['ts', 'tsx'].map((end) => file.replace(/\.tsx?$/, `.test.${end}`));
  const [room] = file.includes('/') ? file.split('/') : [''];
  return named.find((name) => existsSync(join(root, '__tests__', name))) ?? (room && `${room}/`);
}
