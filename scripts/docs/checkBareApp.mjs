import { step } from '../step.mjs';
import { createTemplateApp, withTarball } from './createTemplateApp.mjs';

const TEMPLATE = '@react-native-community/template@0.86.3';
const PAGE = 'docs/bare-react-native.md';

/** Packages that the samples of the other guides import. */
const USED_BY_SAMPLES = ['@react-navigation/native@7', '@react-navigation/native-stack@7', 'react-native-screens@4'];
const TESTING_LIBRARY = ['@testing-library/react-native@14.1.0', 'test-renderer@1'];

const YOUR_APP = `
import type { ComponentType } from 'react';
export declare const Screens: ComponentType;
export declare const Splash: ComponentType;
export declare function navigate(route: string): void;
`;

/** The guides' placeholder of a key has a character that no header takes, so it is replaced. */
const fillIn = (sample) => sample.replaceAll('pk_…', 'pk_docs');

/** Inserts a snippet before the first place that has this text. */
const before = (text, snippet) => (file) => file.replace(text, () => `${snippet}${text}`);

/** Does what docs/bare-react-native.md says in React Native's own template, and compiles all other samples there. */
export async function checkBareApp(pages, tarball) {
  const app = await step(`new app from ${TEMPLATE}`, () => createTemplateApp(TEMPLATE, 'package/template'));
  try {
    await step('install as README and guide say', () => {
      const [command] = pages.takeCommands('README.md', 'npm install');
      const [again] = pages.takeCommands(PAGE, 'npm install');
      if (again !== command) throw new Error(`${PAGE} and README.md install different packages.`);
      app.type(withTarball(command, tarball));
    });

    await step('App.tsx, type-checked and rendered by the template’s own test', () => {
      app.write('App.tsx', fillIn(pages.samples(PAGE, 'tsx')[0]));
      app.exec('tsc', ['--noEmit']);
      app.test();
    });

    await step('the native snippets stand where they are told to, and the files stay well-formed', () => {
      const [intentFilters, urlTypes, scenes] = pages.samples(PAGE, 'xml');
      const manifest = 'android/app/src/main/AndroidManifest.xml';
      app.edit(manifest, before('</activity>', intentFilters));
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

    for (const platform of ['android', 'ios']) {
      await step(`bundle for ${platform}`, () => {
        const output = ['--bundle-output', `${platform}.jsbundle`];
        const args = ['bundle', '--platform', platform, '--dev', 'false', '--entry-file', 'index.js', ...output];
        app.exec('react-native', args, { isQuiet: true });
        if (!app.read(`${platform}.jsbundle`).includes('match-link')) throw new Error('The library is not in it.');
      });
    }

    await step('every other sample of README and guides, type-checked', () => {
      app.install(...USED_BY_SAMPLES, ...TESTING_LIBRARY);
      app.write('samples/your-app.ts', YOUR_APP);
      const samples = pages.files({ isExpo: false });
      for (const { name, content } of samples) app.write(`samples/${name}`, content);
      app.exec('tsc', ['--noEmit']);
      console.log(`${samples.length} samples.`);
    });

    await step('the samples of docs/testing.md, with Testing Library 14', () => app.testSamples());
  } finally {
    app.remove();
  }
}
