const { getDefaultConfig } = require('@react-native/metro-config');
const path = require('node:path');

const config = getDefaultConfig(__dirname);

// In the app's own folder: it is gone with the app, and serves its later bundles.
config.cacheStores = ({ FileStore }) => [new FileStore({ root: path.join(__dirname, '.metro') })];
config.fileMapCacheDirectory = path.join(__dirname, '.metro');

module.exports = config;
