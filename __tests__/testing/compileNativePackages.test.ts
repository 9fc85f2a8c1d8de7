const PACKAGES = [
  '@react-native-async-storage/async-storage',
  '@react-native-clipboard/clipboard',
  'react-native-device-info',
  'react-native-play-install-referrer',
];

beforeEach(() => jest.resetModules());

test('importing the test kit compiles every native package, so no wait of a test has to', () => {
  const loaded: string[] = [];
  for (const name of PACKAGES)
    jest.doMock(name, () => {
      loaded.push(name);
      return {};
    });
  require('react-native-deferred-link/testing');
  expect(loaded).toEqual(PACKAGES);
});

test('a native package can still be mocked after the import', () => {
  require('react-native-deferred-link/testing');
  const mock = { getModel: () => 'Pixel 8' };
  jest.doMock('react-native-device-info', () => mock);
  expect(require('react-native-device-info')).toBe(mock);
});

test('the test kit can be imported where Jest isolates modules already', () => {
  jest.isolateModules(() => {
    expect(require('react-native-deferred-link/testing')).toHaveProperty('createFakeService');
  });
});
