module.exports = {
  preset: 'jest-expo',
  // The first test of a file compiles what it loads.
  testTimeout: 60_000,
  transformIgnorePatterns: [
    'node_modules/(?!((jest-)?react-native|@?react-navigation|@react-native|@?expo|standard-navigation))',
  ],
};
