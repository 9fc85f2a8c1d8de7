const { name, exports: entries } = require('./package.json');

/** Tests import the package by its name, as an app does, and get its sources. */
const sources = Object.entries(entries).flatMap(([entry, conditions]) => {
  const source = conditions[`${name}-source`];
  return source ? [[`^${name}${entry.slice(1)}$`, `<rootDir>/${source}`]] : [];
});
sources.push([`^${name}/package.json$`, '<rootDir>/package.json']);

/** Packages that come as ES modules: the native packages, and parts of msw. */
const esModules = [
  '(jest-)?react-native',
  '@react-native(-community)?',
  '@react-native-async-storage',
  'async-storage-2',
  '@react-navigation',
  'react-navigation-(core-)?[67](\\.0)?',
  'standard-navigation',
  'react-native-screens',
  'react-native-safe-area-context',
  'play-install-referrer-1',
  'react-native-play-install-referrer',
  'msw',
  '@mswjs',
  'until-async',
  'rettime',
  '@open-draft',
  'strict-event-emitter',
  'outvariant',
  'is-node-process',
  'headers-polyfill',
];

/** @type {import('jest').Config} */
module.exports = {
  preset: '@react-native/jest-preset',
  testEnvironment: '<rootDir>/__tests__/support/environment.cjs',
  moduleNameMapper: Object.fromEntries(sources),
  modulePathIgnorePatterns: [
    '<rootDir>/lib/',
    '<rootDir>/example/',
    '<rootDir>/service/',
    '<rootDir>/.stryker-tmp/',
    // These tests have their own configuration: `npm run test:app-teams`.
    '<rootDir>/__tests__/appTeams/',
  ],
  testMatch: ['<rootDir>/__tests__/**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: ['<rootDir>/__tests__/support/setup.ts'],
  // By default one core is left idle, which is half of a small machine.
  maxWorkers: '100%',
  // A test that times out leaves React waiting, and all tests after it fail. A busy machine may take half a minute.
  testTimeout: 120_000,
  transformIgnorePatterns: [`node_modules/(?!(${esModules.join('|')})/)`],
  // These files hold only types.
  collectCoverageFrom: ['src/**/*.{ts,tsx}', '!src/types.ts', '!src/ports.ts'],
  coverageReporters: ['text-summary', 'lcov'],
  coverageThreshold: { global: { statements: 99, branches: 95, functions: 100, lines: 100 } },
};
