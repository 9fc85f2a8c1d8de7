const { getDefaultConfig } = require('expo/metro-config');
const path = require('node:path');

const library = path.resolve(__dirname, '../src');
const own = path.resolve(__dirname, 'node_modules');

const config = getDefaultConfig(__dirname);

// The library is bundled from its source, so that a change in it shows up in the app at once.
config.watchFolders = [library];
config.resolver.extraNodeModules = { 'react-native-deferred-link': library };

// Node's lookup would climb from ../src to the repository's node_modules and bring in a second
// React; everything that the app and the library import comes from here.
config.resolver.nodeModulesPaths = [own];
config.resolver.resolveRequest = (context, name, platform) => {
  const isFromLibrary = context.originModulePath.startsWith(library + path.sep);
  const isPackage = !name.startsWith('.') && !path.isAbsolute(name);
  const origin = isFromLibrary && isPackage ? path.join(__dirname, 'index.js') : context.originModulePath;
  return context.resolveRequest({ ...context, originModulePath: origin }, name, platform);
};

module.exports = config;
