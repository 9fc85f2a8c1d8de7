const loaders = [
  require('./node_modules/react-native-deferred-link/lib/native/packages/asyncStorage.js'),
  require('./node_modules/react-native-deferred-link/lib/native/packages/clipboard.js'),
  require('./node_modules/react-native-deferred-link/lib/native/packages/deviceInfo.js'),
  require('./node_modules/react-native-deferred-link/lib/native/packages/installReferrer.js'),
].flatMap(Object.values);

/** Each stand-in for a package exports its name; without the package, its loader throws. */
const packages = loaders.map((load) => {
  try {
    return load(({ name }) => name);
  } catch {
    return null;
  }
});

// In the bundle, this is the name of a function of the script that runs it.
globalThis.report({ packages, library: Object.keys(require('react-native-deferred-link')) });
