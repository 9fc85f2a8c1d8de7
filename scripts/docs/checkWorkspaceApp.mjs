import { cpSync, existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { nativePackages } from '../library.mjs';
import { step } from '../run.mjs';
import { bundleBareApp, PAGE, withBareApp, wrapRoot } from './bareApp.mjs';
import { fromTarball } from './readPages.mjs';

const TEMPLATE = '0.86.3';
const WORKSPACE = 'apps/mobile';

const AUTOLINKING = `cd ${WORKSPACE} && npx --no-install @react-native-community/cli config`;

const SETTINGS = 'android/settings.gradle';
const BUILD = 'android/app/build.gradle';

/** A package of the same team that uses the library. */
const SHARED = {
  'package.json': `{ "name": "shared", "main": "index.ts", "peerDependencies": { "react-native-deferred-link": "*" } }`,
  'index.ts': "export { useLinkContext } from 'react-native-deferred-link';\n",
};

/** Every path to a package that a file of Gradle names has to exist. */
function checkPaths(app, file) {
  const code = app.read(file).replaceAll(/^\s*\/\/.*$/gm, '');
  for (const [, path] of code.matchAll(/["']([^"']*node_modules[^"']*)["']/g)) {
    const known = path.replace('$rootDir', join(app.folder, 'android')).replace('%OS-BIN%', 'linux64-bin');
    if (!existsSync(resolve(app.folder, dirname(file), known))) throw new Error(`${file} names ${path}: not there.`);
  }
}

/** Does what docs/bare-react-native.md says about npm workspaces, with React Native's own template as one of them. */
export const checkWorkspaceApp = (pages, tarball) =>
  withBareApp(TEMPLATE, { workspace: WORKSPACE }, async (app) => {
    await step('install as the guide says, from the packed file in the repository', () => {
      const file = `vendor/${basename(tarball)}`;
      cpSync(tarball, join(app.root, file));
      const [command, ...more] = pages.takeCommands(PAGE, '--workspace');
      const [alone] = pages.takeCommands(PAGE, 'npm install');
      if (more.length > 0 || command.replace(` --workspace ${WORKSPACE}`, '') !== alone) {
        throw new Error(`${PAGE} installs other packages in a workspace.`);
      }
      app.type(fromTarball(command, file));
      const { dependencies } = JSON.parse(app.read('package.json'));
      const saved = dependencies['react-native-deferred-link'];
      if (saved !== `file:../../${file}`) throw new Error(`npm saved the library as ${saved}.`);
    });

    await step('a package beside the app that shares the library', () => {
      for (const [name, content] of Object.entries(SHARED)) app.write(`../../packages/shared/${name}`, content);
      app.type('npm install --no-audit --no-fund --loglevel=error');
      app.edit('index.js', (text) => `import 'shared';\n${text}`);
    });

    await wrapRoot(app, pages);

    await step('autolinking, asked as Gradle and CocoaPods ask, finds every native package', () => {
      const { dependencies } = JSON.parse(app.type(AUTOLINKING, { isQuiet: true }).stdout);
      for (const name of nativePackages) {
        const found = dependencies[name]?.root;
        if (found !== join(app.root, 'node_modules', name)) throw new Error(`${name} is at ${found}.`);
      }
    });

    await step('Gradle finds its packages, and the Podfile names no folder', () => {
      const [paths] = pages.samples(PAGE, 'groovy');
      app.edit(SETTINGS, (text) => text.replaceAll('../node_modules', '../../../node_modules'));
      app.edit(BUILD, (text) => text.replace('react {\n', () => `react {\n${paths}`));
      for (const file of [SETTINGS, BUILD]) checkPaths(app, file);
      if (app.read('ios/Podfile').includes('node_modules')) throw new Error(`The Podfile has paths: change ${PAGE}.`);
    });

    app.edit('metro.config.js', (text) => text.replace('const config = {};\n', () => pages.samples(PAGE, 'js')[0]));
    await bundleBareApp(app);
  });
