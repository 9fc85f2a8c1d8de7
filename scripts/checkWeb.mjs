import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPages } from './docs/readPages.mjs';
import { manifest } from './library.mjs';
import { run, step } from './run.mjs';

const WEB_TOOLS = {
  'react-dom': manifest.devDependencies.react,
  'react-native-web': '0.21.4',
  vite: '8.3.5',
  '@vitejs/plugin-react': '6.3.0',
  webpack: '5',
  'webpack-cli': '6',
  'babel-loader': '10',
  '@babel/preset-react': '7',
  '@happy-dom/global-registrator': '20.14.6',
};

const VITEST = {
  vitest: '4.1.12',
  'happy-dom': '20.14.6',
  '@testing-library/react': '16.3.3',
  '@testing-library/dom': '10.4.2',
};

const BUNDLERS = {
  Vite: { file: 'web/out/vite/main.js', tool: 'vite', args: ['build', '--config', 'web/vite.config.mjs'] },
  webpack: {
    file: 'web/out/webpack/main.js',
    tool: 'webpack',
    args: ['--config', 'web/webpack.config.cjs', '--fail-on-warnings'],
  },
  Metro: {
    file: 'web/out/metro.js',
    tool: 'metro',
    args: 'build web/index.jsx --platform web --dev false --minify false --source-map --config web/metro.config.js --out'
      .split(' ')
      .concat('web/out/metro.js'),
  },
};

/** The session lives in the chunk that all entries share: with two copies an app would see only half of its links. */
export function checkCopies(files) {
  const copies = files.filter((file) => /react-native-deferred-link\/(lib\/shared\.js|src\/runtime\.ts)$/.test(file));
  if (copies.length !== 1) throw new Error(`The bundle holds ${copies.length} copies of the library, not one.`);
}

/** The app of the consumer check on the web: each bundler finds one copy of the library, and the page renders. */
export async function checkWeb(app) {
  await step('install bundlers for the web', () => app.install(WEB_TOOLS, '--legacy-peer-deps'));
  for (const [name, { file, tool, args }] of Object.entries(BUNDLERS)) {
    await step(`bundle for the web with ${name}, and render`, () => {
      app.exec(tool, args, { isQuiet: true });
      const bundle = join(app.folder, file);
      const { sources } = JSON.parse(readFileSync(bundle.replace(/(\.js)?$/, name === 'Metro' ? '.map' : '.js.map')));
      checkCopies(sources);
      const page = run('node', ['web/render.mjs', pathToFileURL(bundle).href], {
        cwd: app.folder,
        isQuiet: true,
      }).stdout;
      const { shown, said } = JSON.parse(page);
      if (shown !== 'processed: null' || said.length > 0) throw new Error(`The page is wrong: ${page}`);
    });
  }
  await step('a test of docs/testing.md with Vitest, as the page sets it up', () => {
    app.install(VITEST, '--legacy-peer-deps');
    const find = (language, text) =>
      readPages()
        .samples('docs/testing.md', language)
        .find((sample) => sample.includes(text));
    app.write('vitest.config.mjs', find('js', 'import'));
    app.write('onTheWeb.test.tsx', find('tsx', '<TestLinkProvider').replace('library/react-native', 'library/react'));
    app.exec('vitest', ['run', 'onTheWeb']);
  });
}
