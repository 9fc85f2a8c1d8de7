/**
 * What the pages say until there is a release, and what they say from then on. `checkRelease.mjs` compares them with
 * the pages, and `node scripts/checkRelease.mjs --write` replaces them.
 */
export const releaseSentences = [
  {
    page: 'README.md',
    before: '**The package is not on npm yet**, so the name in this command needs a packed file: see below.\n\n',
    after: '',
  },
  {
    page: 'README.md',
    before:
      "Until the package is on npm, run `npm ci && npm pack` in a clone, commit the packed file to your app's `vendor` folder, and install `react-native-deferred-link@file:vendor/react-native-deferred-link-0.5.0.tgz` in place of the name. npm and `npx expo install` then write a relative path into `package.json`, so `npm ci` works for colleagues and in CI. (Keep the name and the `@`: without them, Expo calls the package `undefined`.)\n\n",
    after: '',
  },
  {
    page: 'llms.txt',
    before:
      ' The library is not on npm yet: `npm ci && npm pack` in a clone, commit the file to `vendor/`, and install `react-native-deferred-link@file:vendor/react-native-deferred-link-0.5.0.tgz`.',
    after: '',
  },
  {
    page: 'docs/bare-react-native.md',
    before: 'It is not on npm yet: [install a packed file](../README.md#install).\n\n',
    after: '',
  },
  {
    page: 'docs/hosting.md',
    before: "The image isn't published yet, so you build it from a clone:",
    after:
      'To look at the service alone, run `docker run --publish 127.0.0.1:8787:8787 ghcr.io/react-native-deferred-link/deferred-link-service`. For a server, the rest comes from a clone:',
  },
  {
    page: 'docs/hosting-by-hand.md',
    before: 'The package is not on npm yet, so pack it from a clone.',
    after:
      'From npm, `npm install deferred-link-service` replaces the last command of this section. To run your own build, pack it from a clone.',
  },
  {
    page: 'service/README.md',
    before: 'In a clone of the repository:',
    after: '`npx deferred-link-service` starts it on any machine with Node 20.19. In a clone of the repository:',
  },
];
