import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../library.mjs';
import { step } from '../run.mjs';
import { bundleBareApp, PAGE, withBareApp, wrapRoot } from './bareApp.mjs';
import { fromTarball } from './readPages.mjs';

const TEMPLATES = ['0.86.3', '0.87.2'];

/** Packages that the samples of the other guides import. */
const USED_BY_SAMPLES = {
  '@react-navigation/native': '7',
  '@react-navigation/native-stack': '7',
  'react-native-screens': '4',
  '@react-native-firebase/app': '26',
  '@react-native-firebase/messaging': '26',
  'react-native-branch': '7',
  'react-native-fbsdk-next': '13',
};
const TESTING_LIBRARY = { '@testing-library/react-native': '14.1.0', 'test-renderer': '1' };

const YOUR_APP = `
import type { ComponentType } from 'react';
export declare const Screens: ComponentType;
export declare const Splash: ComponentType;
export declare function navigate(route: string): void;
`;

async function checkTemplate(app, pages, tarball) {
  await step('install as README and guide say', () => {
    const [command] = pages.takeCommands('README.md', 'npm install');
    const [again] = pages.takeCommands(PAGE, 'npm install');
    if (again !== command) throw new Error(`${PAGE} and README.md install different packages.`);
    app.type(fromTarball(command, tarball));
  });

  await wrapRoot(app, pages);

  await step('the native snippets stand where they are told to, and the files stay well-formed', () => {
    const [intentFilters, urlTypes, scenes] = pages.samples(PAGE, 'xml');
    const manifest = 'android/app/src/main/AndroidManifest.xml';
    app.edit(manifest, (file) => file.replace('</activity>', () => `${intentFilters}</activity>`));
    app.edit('ios/HelloWorld/Info.plist', (file) => file.replace('<dict>', () => `<dict>\n${urlTypes}${scenes}`));
    if (!app.read(manifest).includes('android:launchMode="singleTask"')) throw new Error('Not a single task.');
    for (const file of [manifest, 'ios/HelloWorld/Info.plist']) {
      app.exec('fxparser', ['-V', file], { isQuiet: true });
    }
    for (const name of ['open url: URL', 'continue userActivity']) {
      if (app.read('ios/HelloWorld/AppDelegate.swift').includes(name)) {
        throw new Error(`The template has “${name}” already: change ${PAGE}.`);
      }
    }
  });

  await bundleBareApp(app);

  await step('every other sample of README and guides, type-checked', () => {
    app.install({ ...USED_BY_SAMPLES, ...TESTING_LIBRARY });
    app.write('samples/your-app.ts', YOUR_APP);
    const samples = pages.files({ isExpo: false });
    for (const { name, content } of samples) app.write(`samples/${name}`, content);
    app.exec('tsc', ['--noEmit']);
    console.log(`${samples.length} samples.`);
  });

  await step('docs/migrating-from-branch.md names every call of Branch', () => {
    const [, calls] = /^interface Branch \{\n([^]*?)^\}/m.exec(
      app.read('node_modules/react-native-branch/src/index.d.ts')
    );
    const names = [...calls.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name);
    const page = readFileSync(join(root, 'docs/migrating-from-branch.md'), 'utf8');
    const missing = names.filter((name) => !page.includes(`${name}(`) && !page.includes(`\`${name}\``));
    if (names.length < 20 || missing.length > 0)
      throw new Error(`Of ${names.length} calls it lacks: ${missing.join(', ')}`);
  });

  await step('the samples of docs/testing.md, with Testing Library 14', () => app.testSamples());
}

/** Does what docs/bare-react-native.md says in React Native's own templates, and compiles all other samples there. */
export async function checkBareApp(pages, tarball) {
  for (const version of TEMPLATES) await withBareApp(version, {}, (app) => checkTemplate(app, pages, tarball));
}
