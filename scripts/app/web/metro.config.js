const config = require('../metro.config.js');

/** What Expo does for the web: by `exports` and the browser's fields, with React Native for the web. */
module.exports = {
  ...config,
  resolver: {
    ...config.resolver,
    platforms: ['web'],
    sourceExts: [...config.resolver.sourceExts, 'jsx'],
    resolverMainFields: ['browser', 'module', 'main'],
    unstable_conditionsByPlatform: { web: ['browser'] },
    resolveRequest: (context, name, platform) =>
      context.resolveRequest(context, name === 'react-native' ? 'react-native-web' : name, platform),
  },
};
