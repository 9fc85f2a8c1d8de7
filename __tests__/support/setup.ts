import fc from 'fast-check';
import { captureConsole, consoleLines } from './consoleLines';
import { server } from './server';

// The same examples in every run; `npm run test:random` tries others.
const { FC_SEED = '1' } = process.env;
fc.configureGlobal(FC_SEED === 'random' ? {} : { seed: Number(FC_SEED) });

// The real JavaScript of React Native, over native modules that createDevice fakes.
jest.unmock('react-native/Libraries/Linking/Linking');
jest.unmock('react-native/Libraries/AppState/AppState');

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

beforeEach(() => {
  captureConsole();
  // What is left real is what msw runs on.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'], now: Date.UTC(2026, 0, 1) });
});

afterEach(() => {
  const stray = consoleLines();
  jest.clearAllTimers();
  jest.useRealTimers();
  jest.restoreAllMocks();
  server.resetHandlers();
  if (stray.length > 0) throw new Error(`Console output that no test asked for:\n${stray.join('\n')}`);
});
