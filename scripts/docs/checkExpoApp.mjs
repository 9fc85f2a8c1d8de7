import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCopies } from '../checkWeb.mjs';
import { CHROMIUM } from '../chromium.mjs';
import { withApp } from '../createApp.mjs';
import { createShell } from '../createShell.mjs';
import { freePort } from '../freePort.mjs';
import { root } from '../library.mjs';
import { run, step } from '../run.mjs';
import { EXPO_ROUTER as PAGE, fromTarball } from './readPages.mjs';

const TEMPLATE = 'expo-template-default@57.0.28';
const ROUTES = 'src/app';
const EXPO_MODULES_TEST = new URL('../expoRouterApp/expoModules.test.jsx', import.meta.url);

/** What the guide adds to which file, and where. */
const TEST_SETTINGS = [
  { file: 'package.json', setting: '"jest": { "preset": "jest-expo" }', place: (config) => config },
  { file: 'tsconfig.json', setting: '"types": ["jest"]', place: ({ compilerOptions }) => compilerOptions },
];

const PLATFORMS = ['android', 'ios', 'web'];

/** A screen whose text changes once JavaScript runs; a page rendered only on the server keeps the first text. */
const SCREEN = `
import { useEffect, useState } from 'react';
import { Text } from 'react-native';
import { useLinkContext } from 'react-native-deferred-link';

export default function Shown() {
  const { isLinkProcessed, linkUrl } = useLinkContext();
  const [isRunning, setIsRunning] = useState(false);
  useEffect(() => setIsRunning(true), []);
  return <Text>{isRunning ? \`processed: \${isLinkProcessed}, link: \${linkUrl}\` : 'not running'}</Text>;
}
`;

/** What the pages of the web show, by their paths. */
const SHOWN = { '': 'get started', shown: 'processed: true, link: null', explore: 'Explore' };

/** The one file below a folder whose name ends with this text. */
function find(app, folder, ending) {
  const names = readdirSync(join(app.folder, folder), { recursive: true }).filter((name) => name.endsWith(ending));
  if (names.length !== 1) throw new Error(`${folder} has ${names.length} files *${ending}, not one.`);
  return join(folder, names[0]);
}

/** What the page shows, and what is on its console. */
function openPage(url) {
  const flags = [...CHROMIUM.args, '--headless', '--enable-logging=stderr', '--virtual-time-budget=8000'];
  const { stdout, stderr } = run(CHROMIUM.executablePath, [...flags, '--dump-dom', url], { isQuiet: true });
  return { dom: stdout, said: stderr.split('\n').filter((line) => line.includes(':CONSOLE')) };
}

/** Does what docs/expo-router.md says in Expo's default template, down to the page that the web shows. */
export const checkExpoApp = (pages, tarball) =>
  withApp({ template: TEMPLATE }, async (app) => {
    await step('install as README says: npx expo install', () => {
      const [command] = pages.takeCommands('README.md', 'npx expo install');
      app.type(fromTarball(command, tarball));
      for (const line of pages.takeCommands('docs/privacy.md', 'expo install')) app.type(line);
      // What docs/where-links-go.md uses.
      app.type('npx expo install expo-camera expo-notifications');
      // Expo has written the plugin's name into app.json; the guide gives it its options.
      const [sample] = pages.samples(PAGE, 'json');
      const { plugins } = JSON.parse(sample).expo;
      app.edit('app.json', (text) => {
        const config = JSON.parse(text);
        const others = config.expo.plugins.filter((plugin) => plugin !== 'react-native-deferred-link');
        if (others.length === config.expo.plugins.length) throw new Error('Expo did not add the plugin.');
        config.expo.plugins = [...others, ...plugins];
        return JSON.stringify(config, null, 2);
      });
    });

    await step('the files of the guide, type-checked with typed routes', async () => {
      for (const line of pages.takeCommands(PAGE, '(tabs)')) app.type(line);
      const [nativeIntent] = pages.samples(PAGE, 'ts');
      const [tabs, layout, product] = pages.samples(PAGE, 'tsx');
      app.write(`${ROUTES}/+native-intent.ts`, nativeIntent);
      app.write(`${ROUTES}/(tabs)/_layout.tsx`, tabs);
      app.write(`${ROUTES}/_layout.tsx`, layout);
      app.write(`${ROUTES}/product/[id].tsx`, product);
      app.write(`${ROUTES}/shown.tsx`, SCREEN);
      for (const { name, content } of pages.files({ isExpo: true })) app.write(`src/samples/${name}`, content);
      // This writes the types of the routes, as the development server does when it starts.
      app.exec('expo', ['customize', 'tsconfig.json'], { isQuiet: true });
      if (!app.read('.expo/types/router.d.ts').includes('/product/[id]')) throw new Error('The routes have no types.');
      app.exec('tsc', ['--noEmit']);
    });

    await step('bundle for Android, iOS and the web', () => {
      const platforms = PLATFORMS.flatMap((platform) => ['--platform', platform]);
      app.exec('expo', ['export', ...platforms, '--no-bytecode', '--source-maps', '--output-dir', 'out'], {
        isQuiet: true,
      });
      for (const platform of PLATFORMS) {
        const map = find(app, `out/_expo/static/js/${platform}`, '.map');
        checkCopies(JSON.parse(app.read(map)).sources);
      }
    });

    await step('the web shows the template’s screen and one of ours, and complains of nothing', async () => {
      const port = await freePort();
      const shell = createShell({ ...process.env, EXPO_NO_TELEMETRY: '1' }, app.folder);
      const serve = `npx --no-install expo serve out --port ${port}`;
      await shell.during(serve, /Server running/, () => {
        for (const [path, text] of Object.entries(SHOWN)) {
          const { dom, said } = openPage(`http://localhost:${port}/${path}`);
          if (!dom.includes(text)) throw new Error(`/${path} does not show “${text}”:\n${dom}`);
          if (said.length > 0) throw new Error(said.join('\n'));
        }
      });
    });

    await step('the native projects hold domain and scheme', () => {
      app.exec('expo', ['prebuild', '--no-install'], { isQuiet: true });
      const manifest = app.read('android/app/src/main/AndroidManifest.xml');
      for (const part of ['android:autoVerify="true"', 'android:host="go.example.com"', 'android:scheme="example"']) {
        if (!manifest.includes(part)) throw new Error(`The manifest lacks ${part}.`);
      }
      if (!app.read(find(app, 'ios', '.entitlements')).includes('applinks:go.example.com'))
        throw new Error('The entitlement is missing.');
    });

    await step('the guide’s own test, with renderRouter, set up and type-checked as it says', () => {
      for (const line of pages.takeCommands(PAGE, 'jest-expo')) app.type(line);
      const guide = readFileSync(join(root, PAGE), 'utf8');
      for (const { file, setting, place } of TEST_SETTINGS) {
        if (!guide.includes(`\`${setting}\``)) throw new Error(`${PAGE} doesn't say to add ${setting}.`);
        app.edit(file, (text) => {
          const config = JSON.parse(text);
          Object.assign(place(config), JSON.parse(`{${setting}}`));
          return JSON.stringify(config, null, 2);
        });
      }
      app.write('__tests__/links.test.tsx', pages.samples(PAGE, 'tsx')[3]);
      app.exec('tsc', ['--noEmit']);
      app.test('__tests__/links');
    });

    await step('the samples of docs/testing.md, with jest-expo and Testing Library 13', () => app.testSamples());

    await step('a first run with Expo’s modules alone: by click id, by clipboard and by fingerprint', () => {
      app.write('__tests__/expoModules.test.jsx', readFileSync(EXPO_MODULES_TEST, 'utf8'));
      app.test('__tests__/expoModules');
    });
  });
