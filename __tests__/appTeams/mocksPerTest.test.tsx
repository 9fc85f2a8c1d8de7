import * as testingLibrary from '@testing-library/react-native';
import type * as TestedApp from './App';

/** React and the test kit stay the same, whatever is loaded again. */
const react = jest.requireActual<object>('react');
const reactNative = jest.requireActual<object>('react-native');

/** Mocks what every load of the app shares, and a phone of this model. */
function mockPhone(model: string) {
  jest.doMock('@testing-library/react-native', () => testingLibrary);
  jest.doMock('react', () => react);
  jest.doMock('react-native', () => reactNative);
  jest.doMock('react-native-device-info', () => ({ getModel: () => model }));
}

/** The model that the first request of the app carries. */
async function modelSentBy({ App, emptyStorage }: typeof TestedApp) {
  const view = testingLibrary.render(<App config={{ storage: emptyStorage() }} />);
  await view.findByText('deferred /product/42');
  view.unmount();
  const [, init] = jest.mocked(global.fetch).mock.calls[0] ?? [];
  return (JSON.parse(init?.body as string) as { model: unknown }).model;
}

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
});

test.each(['Pixel 10', 'iPhone 17'])(
  'jest.resetModules() and jest.doMock() before each require: the app gets the mock of its own test, %s',
  async (model) => {
    jest.resetModules();
    mockPhone(model);
    expect(await modelSentBy(require('./App') as typeof TestedApp)).toBe(model);
  }
);

test('a mock made inside jest.isolateModules() has no effect once an earlier one was used', async () => {
  jest.resetModules();
  mockPhone('the first');
  expect(await modelSentBy(require('./App') as typeof TestedApp)).toBe('the first');
  jest.mocked(global.fetch).mockClear();
  let app: typeof TestedApp | undefined;
  jest.isolateModules(() => {
    mockPhone('the second');
    app = require('./App') as typeof TestedApp;
  });
  expect(await modelSentBy(app as typeof TestedApp)).toBe('the first');
});
