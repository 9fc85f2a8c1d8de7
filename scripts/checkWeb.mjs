import { readPages } from './docs/readPages.mjs';
import { manifest } from './library.mjs';
import { step } from './run.mjs';

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

/** They write `web/out/vite.js` and so on. */
const BUNDLERS = {
  Vite: ['build', '--config', 'web/vite.config.mjs'],
  webpack: ['--config', 'web/webpack.config.cjs', '--fail-on-warnings'],
  Metro: [
    ...'build web/index.jsx --platform web --dev false --minify false --config web/metro.config.js'.split(' '),
    ...['--source-map', '--out', 'web/out/metro.js'],
  ],
};

/** The session lives in the chunk that all entries share: with two copies an app would see only half of its links. */
export function checkCopies(files) {
  const copies = files.filter((file) => /react-native-deferred-link\/(lib\/shared\.js|src\/runtime\.ts)$/.test(file));
  if (copies.length !== 1) throw new Error(`The bundle holds ${copies.length} copies of the library, not one.`);
}

/** The app of the consumer check on the web: each bundler finds one copy of the library, and the page renders. */
export async function checkWeb(app) {
  await step('install bundlers for the web', () => app.install(WEB_TOOLS, '--legacy-peer-deps'));
  for (const [name, args] of Object.entries(BUNDLERS)) {
    await step(`bundle for the web with ${name}, and render`, () => {
      const tool = name.toLowerCase();
      app.exec(tool, args, { isQuiet: true });
      checkCopies(JSON.parse(app.read(`web/out/${tool}${tool === 'metro' ? '' : '.js'}.map`)).sources);
      const { stdout: page } = app.type(`node web/render.mjs ./out/${tool}.js`, { isQuiet: true });
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
