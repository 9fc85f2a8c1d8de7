const process = require('node:process');

// A worker has nothing left to do when it exits, and Jest gives it half a second. A busy machine may take longer than
// that to free its memory piece by piece, and Jest would warn of a leak that isn't there.
if (process.send) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));

/** Older releases of React Native have it in their own package. */
function loadEnvironment() {
  try {
    return require('@react-native/jest-preset/jest/react-native-env.js');
  } catch {
    return require('react-native/jest/react-native-env.js');
  }
}

module.exports = loadEnvironment();
