import { expo } from '../../src/native/expo';

const world = globalThis as { expo?: unknown };

afterEach(() => delete world.expo);

test.each([
  ['no Expo', undefined],
  ['Expo without modules', {}],
  ['Expo with other modules', { modules: { ExpoClipboard: {} } }],
])('with %s, an error says what there is not', (_, value) => {
  world.expo = value;
  expect(() => expo('ExpoDevice')).toThrow('no ExpoDevice');
});
