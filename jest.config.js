/** @type {import('jest').Config} */
module.exports = {
  preset: '@react-native/jest-preset',
  // Tests import the package by its name, as an app does.
  moduleNameMapper: {
    '^react-native-deferred-link$': '<rootDir>/src/index.ts',
    '^react-native-deferred-link/v0.3$': '<rootDir>/src/v0.3/index.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/lib/', '<rootDir>/example/'],
  testMatch: ['<rootDir>/__tests__/**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: ['<rootDir>/__tests__/support/setup.ts'],
  // The native packages, and what msw is made of, come as ES modules.
  transformIgnorePatterns: [
    'node_modules/(?!((jest-)?react-native|@react-native(-community)?|@react-native-async-storage|async-storage-2|play-install-referrer-1|msw|@mswjs|until-async|rettime|@open-draft|strict-event-emitter|outvariant|is-node-process|headers-polyfill)/)',
  ],
  collectCoverageFrom: ['src/**/*.{ts,tsx}', '!src/types.ts', '!src/ports.ts'],
};
