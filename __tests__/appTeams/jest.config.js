const { join } = require('node:path');
const preset = require('@react-native/jest-preset/jest-preset');
const { name, exports: entries } = require('../../package.json');

const FOLDER = '<rootDir>/__tests__/appTeams';
/** Jest takes what lies in a __mocks__ folder for every test that can see it. */
const MANUAL_MOCKS = `${FOLDER}/manualMocks`;

const COMPILE_ONCE = require.resolve('./compileOnce.js');

/** Where `import … from 'react-native-deferred-link'` leads. */
const LIBRARIES = {
  sources: (conditions) => conditions[`${name}-source`],
  package: (conditions) => conditions.default,
};

/** What a team transforms beside the packages of the preset, as they come as ES modules. */
const ES_MODULES = [
  '@react-native-async-storage',
  '@react-navigation',
  'msw',
  '@mswjs',
  'until-async',
  'rettime',
  '@open-draft',
];

/** What a team has in its Jest configuration beside the preset, and the tests that are about it. */
const TEAMS = [
  { tests: ['*'], except: ['asyncStorage3', 'msw', 'notificationLinks', 'resetMocks', 'setupFile'], settings: {} },
  {
    tests: ['asyncStorage3', 'msw', 'notificationLinks'],
    settings: {
      transformIgnorePatterns: [
        `node_modules/(?!((jest-)?react-native|@react-native(-community)?|${ES_MODULES.join('|')})/)`,
      ],
    },
  },
  { tests: ['resetMocks'], settings: { resetMocks: true } },
  { tests: ['setupFile'], settings: { setupFiles: [...preset.setupFiles, `${FOLDER}/setupFile.js`] } },
  { tests: ['manualMocks/*'], settings: { roots: [MANUAL_MOCKS], modulePathIgnorePatterns: [] } },
];

function project(library, { tests, except = [], settings }) {
  const ours = Object.entries(entries).flatMap(([entry, conditions]) => {
    const target = LIBRARIES[library](conditions);
    return target ? [[`^${name}${entry.slice(1)}$`, `<rootDir>/${target}`]] : [];
  });
  const { transform, transformIgnorePatterns, ...rest } = {
    ...preset,
    modulePathIgnorePatterns: [MANUAL_MOCKS, '<rootDir>/.stryker-tmp/'],
    ...settings,
  };
  return {
    ...rest,
    displayName: library,
    rootDir: join(__dirname, '../..'),
    moduleNameMapper: { ...preset.moduleNameMapper, ...Object.fromEntries(ours) },
    testMatch: tests.map((test) => `${FOLDER}/${test}.test.tsx`),
    testPathIgnorePatterns: except.map((test) => `${FOLDER}/${test}.test.tsx`),
    transform: Object.fromEntries(
      Object.entries(transform).map(([files, by]) => [files, by === 'babel-jest' ? COMPILE_ONCE : by])
    ),
    // A package that is installed is not transformed.
    transformIgnorePatterns: [...transformIgnorePatterns, '<rootDir>/lib/'],
  };
}

/** Tests as the team of an app writes them: with React Native's preset, and without any set-up file of ours. */
module.exports = {
  projects: Object.keys(LIBRARIES).flatMap((library) => TEAMS.map((team) => project(library, team))),
  // Nothing is compiled yet when they run first, and the machine may be busy.
  testTimeout: 60_000,
};
