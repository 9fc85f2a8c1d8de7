import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { linkServer } from '../support/linkServer';

const NAME = '@react-native-async-storage/async-storage';
const locked = () => Promise.reject(new Error('locked'));

test.each([
  ['can’t be loaded', new Error('no native side')],
  ['has no methods', {}],
  ['rejects what it is asked', { getItem: locked, setItem: locked, removeItem: locked }],
])('in development, a package that %s is loaded once', async (_, installed) => {
  linkServer();
  const device = createDevice({ packages: { [NAME]: installed } });
  const app = await device.launch();
  expect(app.context().isLinkProcessed).toBe(true);
  const load = jest.fn(() => ({}));
  jest.doMock(NAME, load);
  jest.resetModules();
  // By then all repeated reads and writes are over.
  await device.wait(60_000);
  expect(load).not.toHaveBeenCalled();
  consoleLines();
});
