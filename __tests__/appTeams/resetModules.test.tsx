import * as testingLibrary from '@testing-library/react-native';
import type * as TestedApp from './App';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
});

/** The app in a process of its own, with the React of the test. */
function loadApp() {
  const react = jest.requireActual<object>('react');
  const reactNative = jest.requireActual<object>('react-native');
  let app: typeof TestedApp | undefined;
  jest.isolateModules(() => {
    jest.doMock('@testing-library/react-native', () => testingLibrary);
    jest.doMock('react', () => react);
    jest.doMock('react-native', () => reactNative);
    app = require('./App') as typeof TestedApp;
  });
  return app as typeof TestedApp;
}

test.each(['first', 'second'])('jest.isolateModules(): the %s test has a first run', async () => {
  const { App, emptyStorage } = loadApp();
  const view = testingLibrary.render(<App config={{ storage: emptyStorage() }} />);
  await view.findByText('deferred /product/42');
});
