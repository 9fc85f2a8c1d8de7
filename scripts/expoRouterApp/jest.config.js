module.exports = {
  preset: 'jest-expo',
  transformIgnorePatterns: [
    'node_modules/(?!((jest-)?react-native|@?react-navigation|@react-native|@?expo|standard-navigation))',
  ],
};
