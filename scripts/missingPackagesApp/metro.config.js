const path = require('node:path');

/** Metro as it is, with the one setting of React Native's own that matters here. */
module.exports = {
  projectRoot: __dirname,
  cacheStores: ({ FileStore }) => [new FileStore({ root: path.join(__dirname, '.metro') })],
  fileMapCacheDirectory: path.join(__dirname, '.metro'),
  resolver: { useWatchman: false },
  transformer: { allowOptionalDependencies: true },
};
