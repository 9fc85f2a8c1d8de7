// The dashboard and the lab in a browser, and the shop that runs in the lab. Called by check.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './library.mjs';
import { run, runTool, step } from './run.mjs';
import { withFolder } from './withFolder.mjs';

const example = join(root, 'example');
/** Runs a script without the one before it, which would build once more what check.mjs has built. */
const npm = (cwd, script) => run('npm', ['run', script, '--ignore-scripts'], { cwd });

await step('dashboard, in Chromium', () => npm(join(root, 'service'), 'test:dashboard'));
await step('lab, in Chromium', () => npm(example, 'test:lab'));
await step('lab of a static host, in Chromium', () => npm(example, 'test:site'));
await step('shop, with the testing kit', () => npm(example, 'test:app'));
await step('flows of the virtual phones', () => npm(example, 'test:flows'));
// This one has all of React Native in it. The package alone is bundled for both platforms, and minified.
await step('shop, bundled for Android', () =>
  withFolder((folder) => {
    const robot = { EXPO_PUBLIC_BASE_URL: 'http://localhost:8787', EXPO_PUBLIC_CONSENT: 'pending' };
    runTool('expo', ['export', '--platform', 'android', '--no-bytecode', '--no-minify', '--output-dir', folder], {
      cwd: example,
      env: { EXPO_OFFLINE: '1', EXPO_NO_TELEMETRY: '1', ...robot },
    });
    const [bundle] = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
    const isForRobots = /baseUrl: "http:\/\/localhost:8787",\s+consent: 'pending'/;
    if (!isForRobots.test(readFileSync(join(folder, bundle), 'utf8'))) {
      throw new Error('The bundle ignores what example/flows/build.sh sets.');
    }
  })
);
