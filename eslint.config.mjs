// What a file's own text shows. Rules that need types, and import cycles, are in .oxlintrc.json.
import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

/** What a layer (a folder or file of src) may import besides itself, from the top floor down. */
const LAYERS = {
  'index.ts': ['react', 'app.ts', 'analytics/LinkEventNames.ts', 'types.ts'],
  'v0.3': ['react', 'types.ts'],
  'react-navigation': ['react', 'app.ts', 'session', 'core/attempt.ts', 'types.ts'],
  'create-link': ['app.ts', 'core'],
  'expo-router': ['react', 'app.ts', 'core', 'native', 'types.ts'],
  testing: [
    'react',
    'app.ts',
    'session',
    'analytics',
    'core',
    'native/packages',
    'expo-router/routerLink.ts',
    'react-navigation/handOver.ts',
    'react-navigation/openedLinks.ts',
    'ports.ts',
    'types.ts',
  ],
  react: ['app.ts', 'providers.ts', 'types.ts'],
  'app.ts': ['runtime.ts', 'providers.ts', 'session', 'analytics', 'native', 'core', 'types.ts'],
  'providers.ts': ['ports.ts', 'types.ts'],
  'runtime.ts': ['session', 'analytics', 'storage', 'service', 'native', 'core', 'types.ts'],
  session: ['service', 'storage', 'core', 'ports.ts', 'types.ts'],
  analytics: ['service', 'storage', 'core', 'ports.ts', 'types.ts'],
  service: ['storage', 'core', 'ports.ts', 'types.ts', 'version.ts'],
  storage: ['core', 'ports.ts', 'types.ts'],
  native: [
    ...['core/attempt.ts', 'core/docsUrl.ts', 'core/errorTexts.ts', 'core/reasonOf.ts', 'core/within.ts'],
    ...['ports.ts', 'types.ts'],
  ],
  core: ['ports.ts', 'types.ts'],
  'ports.ts': ['types.ts'],
  'types.ts': [],
  'version.ts': [],
};

/** The packages that a layer may import; what isn't here may import none. */
const PACKAGES = {
  native: ['react-native', 'native packages, by require in a try'],
  react: ['react'],
  'react-navigation': ['react', '@react-navigation/native'],
  'expo-router': ['react'],
  testing: ['react'],
  'v0.3': ['react'],
  'types.ts': ['react'],
};

/** The same for service/src. */
const SERVICE_LAYERS = {
  'index.ts': ['config', 'server', 'routes', 'jobs', 'operations', 'matching', 'storage', 'flow', 'values'],
  bin: ['config', 'server', 'routes', 'jobs', 'operations', 'storage', 'flow', 'values'],
  config: ['server', 'jobs', 'matching', 'flow', 'values'],
  server: ['routes', 'jobs', 'operations', 'storage', 'flow', 'values'],
  routes: ['jobs', 'operations', 'matching', 'storage', 'flow', 'values'],
  jobs: ['operations', 'matching', 'storage', 'flow', 'values'],
  operations: ['matching', 'storage', 'flow', 'values'],
  matching: ['flow', 'values'],
  storage: ['flow', 'values'],
  flow: ['values'],
  values: [],
};

/** The same for service/src/routes, in which the files at the top are parts that every route may name. */
const PARTS_OF_ROUTES = ['ServiceParts.ts', 'ServiceEnv.ts', 'Metrics.ts'];
const ROUTES_LAYERS = {
  'createService.ts': [
    'admin',
    'owner',
    'app',
    'public',
    'doors',
    'middleware',
    'createParts.ts',
    'ServiceOptions.ts',
    ...PARTS_OF_ROUTES,
  ],
  'createParts.ts': ['public', 'doors', 'middleware', 'ServiceOptions.ts', ...PARTS_OF_ROUTES],
  'ServiceOptions.ts': ['doors', 'public', ...PARTS_OF_ROUTES],
  'ServiceParts.ts': ['public', 'middleware', 'ServiceEnv.ts', 'Metrics.ts'],
  'ServiceEnv.ts': ['middleware', 'Metrics.ts'],
  'Metrics.ts': [],
  admin: ['public', 'doors', 'middleware', 'wire', ...PARTS_OF_ROUTES],
  owner: ['doors', 'middleware', 'wire', ...PARTS_OF_ROUTES],
  app: ['doors', 'middleware', 'wire', ...PARTS_OF_ROUTES],
  public: ['doors', 'middleware', 'wire', ...PARTS_OF_ROUTES],
  doors: ['middleware', 'wire', ...PARTS_OF_ROUTES],
  middleware: ['wire', ...PARTS_OF_ROUTES],
  wire: ['ServiceEnv.ts'],
};

/** The same for service/dashboard/src. */
const DASHBOARD_LAYERS = {
  'main.tsx': ['shell', 'report', 'apps', 'session', 'ui'],
  shell: [
    ...['overview', 'links', 'cohorts', 'people', 'landing', 'health', 'settings', 'shared'],
    ...['apps', 'session', 'ui', 'api'],
  ],
  settings: ['links', 'shared', 'apps', 'session', 'ui', 'api'],
  people: ['links', 'health', 'report', 'apps', 'ui', 'api'],
  links: ['health', 'shared', 'report', 'apps', 'session', 'ui', 'api'],
  health: ['report', 'apps', 'ui', 'api'],
  landing: ['apps', 'session', 'ui', 'api'],
  cohorts: ['shared', 'report', 'apps', 'ui', 'api'],
  overview: ['shared', 'report', 'apps', 'ui', 'api'],
  shared: ['report', 'apps', 'ui', 'api'],
  report: ['ui', 'api'],
  apps: ['session', 'ui', 'api'],
  session: ['ui', 'api'],
  ui: ['api'],
  api: [],
};

/** Only these layers of the service know that they run on Node. */
const NODE_LAYERS = ['index.ts', 'bin', 'config', 'server'];

const isFile = (layer) => layer.endsWith('.ts');
const filesOf = (layer) => (isFile(layer) ? [`src/${layer}`] : [`src/${layer}/**`]);

const layerZones = (root, layers) => {
  for (const name of readdirSync(new URL(root, import.meta.url))) {
    if (!(name in layers))
      throw new Error(`${root}/${name} has no layer: say in eslint.config.mjs what it may import.`);
  }
  return Object.entries(layers).map(([layer, below]) => ({
    target: `./${root}/${layer}`,
    from: `./${root}`,
    except: [layer, ...below].map((path) => `./${path}`),
    message: `${layer} may import ${below.join(', ') || 'nothing of ours'}: no arrow runs up (the layers in eslint.config.mjs).`,
  }));
};

const packageRules = Object.keys(LAYERS).map((layer) => {
  const allowed = PACKAGES[layer] ?? [];
  const names = allowed.filter((name) => !name.includes(' ')).join('|');
  return {
    files: filesOf(layer),
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: names ? `^(?!\\.|(${names})$)` : '^[^.]',
              message: `${layer} may import ${allowed.join(' and ') || 'no package'} (PACKAGES in eslint.config.mjs).`,
            },
          ],
        },
      ],
    },
  };
});

const viaPort = (name) => ({ name, message: `Only native/ touches ${name}: go through a port (ports.ts).` });

const outsideNative = {
  name: 'effects only in native',
  files: ['src/**'],
  ignores: ['src/native/**'],
  rules: {
    'no-restricted-globals': [
      'error',
      ...[
        'fetch',
        'XMLHttpRequest',
        'console',
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'setImmediate',
        'clearImmediate',
        'requestAnimationFrame',
        'performance',
        'crypto',
        'navigator',
        'Intl',
        'global',
        'globalThis',
        'require',
      ].map(viaPort),
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: 'Only native/ reads the clock: take Clock (ports.ts).' },
      { object: 'Math', property: 'random', message: 'Only native/ is random: take Ports.random (ports.ts).' },
    ],
  },
};

const NO_URL_CLASS = {
  selector: "NewExpression[callee.name=/^URL(SearchParams)?$/], MemberExpression[object.name='URL']",
  message: "React Native's URL is incomplete and wrong about hosts: use parseLink (core).",
};
const NO_LOOSE_DECODING = {
  selector:
    'CallExpression[callee.name=/^decodeURI(Component)?$/]:not(TryStatement *):not(CallExpression[callee.name="attempt"] *)',
  message: 'A broken percent escape makes it throw: call it in an attempt (core).',
};
const NO_IMPLICIT_NOW = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.name='Date']",
  message: 'Only native/ reads the clock: take Clock (ports.ts).',
};
const NO_LAZY_IMPORT = {
  selector: 'ImportExpression',
  message: 'Nothing is loaded lazily but native packages, by require in a try, in native/.',
};

const NODE_GLOBALS = [
  'Buffer',
  'Response',
  'URL',
  'clearInterval',
  'clearTimeout',
  'console',
  'fetch',
  'performance',
  'process',
  'setImmediate',
  'setInterval',
  'setTimeout',
];

export default defineConfig(
  // The packages of the web app are only where it is tried.
  { ignores: ['lib/', 'coverage/', 'reports/', '.stryker-tmp/', 'example/dist/', 'service/dist/', 'scripts/app/web/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  importX.flatConfigs.recommended,
  {
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver()],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic, importX.flatConfigs.typescript],
    rules: {
      // `typeof import('react-native')` names the type of a lazy require.
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // A listener that does nothing is a value like any other.
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // The compiler knows better.
      'import-x/no-unresolved': 'off',
      'import-x/named': 'off',
      'import-x/namespace': 'off',
      'import-x/default': 'off',
      'import-x/no-named-as-default': 'off',
      'import-x/no-named-as-default-member': 'off',
      'import-x/no-default-export': 'error',
    },
  },
  {
    name: 'layers',
    files: ['src/**'],
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: layerZones('src', LAYERS), basePath: import.meta.dirname }],
      'import-x/no-extraneous-dependencies': ['error', { devDependencies: false, peerDependencies: true }],
      'no-restricted-syntax': ['error', NO_URL_CLASS, NO_LOOSE_DECODING, NO_IMPLICIT_NOW, NO_LAZY_IMPORT],
    },
  },
  ...packageRules,
  outsideNative,
  {
    name: 'layers of the service',
    files: ['service/src/**'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [...layerZones('service/src', SERVICE_LAYERS), ...layerZones('service/src/routes', ROUTES_LAYERS)],
          basePath: import.meta.dirname,
        },
      ],
      'import-x/no-extraneous-dependencies': ['error', { devDependencies: false, packageDir: 'service' }],
    },
  },
  {
    name: 'layers of the dashboard',
    files: ['service/dashboard/src/**'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        { zones: layerZones('service/dashboard/src', DASHBOARD_LAYERS), basePath: import.meta.dirname },
      ],
      // What goes wrong is said on the page: a message in the console could hold what a link or a query says.
      'no-console': 'error',
    },
  },
  {
    name: 'web standards only, in the HTTP app of the service and below',
    files: ['service/src/**'],
    ignores: NODE_LAYERS.map((layer) => `service/src/${layer}${isFile(layer) ? '' : '/**'}`),
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(node:|@hono/node-server|pg$|@electric-sql/)',
              message: `Only ${NODE_LAYERS.join(', ')} know Node, files and drivers (NODE_LAYERS in eslint.config.mjs).`,
            },
          ],
        },
      ],
      'no-restricted-globals': ['error', 'process', 'Buffer', 'setImmediate', '__dirname', 'require', 'global'],
    },
  },
  {
    files: ['src/native/**'],
    rules: {
      'no-restricted-syntax': ['error', NO_URL_CLASS, NO_LOOSE_DECODING, NO_LAZY_IMPORT],
      '@typescript-eslint/no-require-imports': ['error', { allow: ['^(@react-native-|react-native-|expo-router$)'] }],
    },
  },
  {
    // Most of its rules compile what they read, so they read only what can hold a component or a hook.
    files: ['{src,example,service/dashboard}/**/*.{ts,tsx}'],
    ignores: ['src/{analytics,core,native,service,session}/**'],
    ...reactHooks.configs.flat.recommended,
  },
  {
    files: ['__tests__/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'warn' },
  },
  {
    files: ['__tests__/**', '{example,service}/**/__tests__/**'],
    rules: {
      // Every launch of a simulated device loads the library anew.
      '@typescript-eslint/no-require-imports': 'off',
      // Tests of types hold what must not compile.
      '@typescript-eslint/no-invalid-void-type': 'off',
    },
  },
  {
    // Stand-ins for packages, and settings of tools, are what others want them to be.
    files: ['example/lab/device/*.ts', '{example,service}/**/*.config.{ts,mts}'],
    rules: { 'import-x/no-default-export': 'off', 'import-x/export': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: Object.fromEntries(NODE_GLOBALS.map((name) => [name, false])) },
    // A clone has nothing built yet.
    rules: { 'import-x/no-unresolved': ['error', { ignore: ['^react-native-deferred-link', '/dist/'] }] },
  },
  {
    files: [
      '*.js',
      'plugin/**/*.js',
      '{scripts/app,scripts/expoRouterApp,example}/*.config.js',
      'scripts/missingPackagesApp/*.js',
      '__tests__/appTeams/**/*.js',
    ],
    languageOptions: { sourceType: 'commonjs', globals: { __dirname: false, module: false, require: false } },
  },
  {
    files: ['scripts/app/*.js'],
    languageOptions: { globals: { expect: false, require: false, test: false } },
  }
);
