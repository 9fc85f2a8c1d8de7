const { getDefaultConfig } = require('@react-native/metro-config');
const path = require('node:path');

const config = getDefaultConfig(__dirname);

// The cache is in the app's own folder: later bundles use it, and it is removed with the app.
config.cacheStores = ({ FileStore }) => [new FileStore({ root: path.join(__dirname, '.metro') })];
config.fileMapCacheDirectory = path.join(__dirname, '.metro');

module.exports = config;
