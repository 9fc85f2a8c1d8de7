const { getDefaultConfig } = require('@react-native/metro-config');
const path = require('node:path');

const config = getDefaultConfig(__dirname);

// The cache is in the app's own folder: later bundles use it, and it is removed with the app.
config.cacheStores = ({ FileStore }) => [new FileStore({ root: path.join(__dirname, '.metro') })];
config.fileMapCacheDirectory = path.join(__dirname, '.metro');

// For a bundle that shows how the library is found, and not that React Native, or what React Navigation is made of, can
// be bundled.
if (process.env.WITHOUT_REACT_NATIVE) {
  const isReactNative = (name) => /^(@react-native\/|react-native(\/|$)|@react-navigation\/(?!native$))/.test(name);
  config.resolver.resolveRequest = (context, name, platform) =>
    isReactNative(name) ? { type: 'empty' } : context.resolveRequest(context, name, platform);
  config.serializer.getModulesRunBeforeMainModule = () => [];
}

module.exports = config;
