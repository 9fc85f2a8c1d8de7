import { createServer } from 'node:http';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkCopies } from '../checkWeb.mjs';
import { CHROMIUM } from '../chromium.mjs';
import { step } from '../run.mjs';
import { createTemplateApp, withTarball } from './createTemplateApp.mjs';
import { EXPO_ROUTER as PAGE } from './readPages.mjs';

const TEMPLATE = 'expo-template-default@57.0.28';
const ROUTES = 'src/app';

const TESTING = ['jest-expo@57', 'jest@29', '@types/jest@29', '@testing-library/react-native@13.3.3'];
const RENDERER = 'react-test-renderer@19.2.3';

const PLATFORMS = ['android', 'ios', 'web'];

/** The types of the routes are written when the development server starts. */
const TYPES = '.expo/types/router.d.ts';
const TYPES_WITHIN_MS = 180_000;

/** A screen whose text changes once JavaScript runs; a page that was only rendered on the server keeps the first text. */
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

/** The one file below a folder whose name ends with this text. */
function find(app, folder, ending) {
  const names = readdirSync(join(app.folder, folder), { recursive: true }).filter((name) => name.endsWith(ending));
  if (names.length !== 1) throw new Error(`${folder} has ${names.length} files *${ending}, not one.`);
  return join(folder, names[0]);
}

async function writeRouteTypes(app) {
  const child = spawn('npx', ['--no-install', 'expo', 'start', '--offline', '--port', '0'], {
    cwd: app.folder,
    env: { ...process.env, CI: '1', EXPO_NO_TELEMETRY: '1' },
    stdio: 'ignore',
    detached: true,
  });
  try {
    for (const start = Date.now(); !existsSync(join(app.folder, TYPES));) {
      if (Date.now() - start > TYPES_WITHIN_MS) throw new Error('Expo wrote no types of the routes.');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } finally {
    process.kill(-child.pid, 'SIGKILL');
  }
}

/** Serves a folder as a static host does. */
async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const file = [path, `${path}.html`, `${path}index.html`]
      .map((name) => join(folder, name))
      .find((name) => existsSync(name) && statSync(name).isFile());
    response.writeHead(file ? 200 : 404, {
      'Content-Type': file?.endsWith('.js') ? 'text/javascript' : file?.endsWith('.css') ? 'text/css' : 'text/html',
    });
    response.end(file && readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** What the page shows, and what is on its console. */
function openPage(url) {
  const flags = [...CHROMIUM.args, '--headless', '--enable-logging=stderr', '--virtual-time-budget=8000'];
  return new Promise((resolve, reject) => {
    const child = spawn(CHROMIUM.executablePath, [...flags, '--dump-dom', url]);
    let [dom, log] = ['', ''];
    child.stdout.on('data', (chunk) => (dom += chunk));
    child.stderr.on('data', (chunk) => (log += chunk));
    child.once('error', reject);
    child.once('close', () => resolve({ dom, said: log.split('\n').filter((line) => line.includes(':CONSOLE')) }));
  });
}

/** Does what docs/expo-router.md says in Expo's default template, down to the page that the web shows. */
export async function checkExpoApp(pages, tarball) {
  const app = await step(`new app from ${TEMPLATE}`, () => createTemplateApp(TEMPLATE, 'package'));
  try {
    await step('install as README says: npx expo install', () => {
      const [command] = pages.takeCommands('README.md', 'npm install');
      app.type(withTarball(command.replace('npm install', 'npx expo install'), tarball));
      for (const line of pages.takeCommands('docs/privacy.md', 'expo install')) app.type(line);
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
      app.write(`${ROUTES}/_layout.tsx`, layout.replaceAll('pk_…', 'pk_docs'));
      app.write(`${ROUTES}/product/[id].tsx`, product);
      app.write(`${ROUTES}/shown.tsx`, SCREEN);
      for (const { name, content } of pages.files({ isExpo: true })) app.write(`src/samples/${name}`, content);
      await writeRouteTypes(app);
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
      const server = await serveFolder(join(app.folder, 'out'));
      for (const [path, text] of [
        ['', 'get started'],
        ['shown', 'processed: true, link: null'],
        ['explore', 'Explore'],
      ]) {
        const { dom, said } = await openPage(`${server.url}${path}`);
        if (!dom.includes(text)) throw new Error(`/${path} does not show “${text}”:\n${dom}`);
        if (said.length > 0) throw new Error(said.join('\n'));
      }
      server.close();
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

    await step('the samples of docs/testing.md, with jest-expo and Testing Library 13', () => {
      app.install('--save-dev', ...TESTING, RENDERER);
      app.testSamples('--preset', 'jest-expo');
    });

    await step('the guide’s own test, with renderRouter', () => {
      app.write('__tests__/links.test.tsx', pages.samples(PAGE, 'tsx')[3]);
      app.test('__tests__/links', '--preset', 'jest-expo');
    });
  } finally {
    app.remove();
  }
}
