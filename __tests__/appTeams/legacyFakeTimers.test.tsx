import { act, render, screen } from '@testing-library/react-native';
import { resetLinkSession } from 'react-native-deferred-link/testing';
import { App, emptyStorage } from './App';

beforeEach(() => {
  jest.useFakeTimers({ legacyFakeTimers: true });
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  resetLinkSession();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** What teams on legacy timers await, as these don't touch promises. */
const flushPromises = async () => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
};

test('a link is found by promises alone', async () => {
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
  render(<App config={{ storage: emptyStorage() }} />);
  await act(flushPromises);
  screen.getByText('deferred /product/42');
});

test('a service that never answers is given up when time is advanced', async () => {
  global.fetch = jest.fn(() => new Promise<never>(() => {}));
  render(<App config={{ storage: emptyStorage(), timeoutMs: 3000 }} />);
  await act(flushPromises);
  screen.getByText('splash');
  await act(async () => {
    jest.advanceTimersByTime(3000);
    await flushPromises();
  });
  screen.getByText('home');
});
