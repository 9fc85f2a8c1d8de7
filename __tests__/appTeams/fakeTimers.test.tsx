import { act, fireEvent, render, screen } from '@testing-library/react-native';
import { resetLinkSession } from 'react-native-deferred-link/testing';
import { App, emptyStorage } from './App';

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  resetLinkSession();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a link is found without a timer being advanced by hand', async () => {
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('deferred /product/42');
  expect(console.error).not.toHaveBeenCalled();
});

test('a service that never answers is given up after timeoutMs, and not before', async () => {
  global.fetch = jest.fn(() => new Promise<never>(() => {}));
  render(<App config={{ storage: emptyStorage(), timeoutMs: 3000 }} />);
  await act(() => jest.advanceTimersByTimeAsync(2900));
  screen.getByText('splash');
  await act(() => jest.advanceTimersByTimeAsync(200));
  screen.getByText('home');
});

test('resetLinkSession() ends every timer of the library', async () => {
  const begun = jest.spyOn(global, 'setTimeout');
  const ended = jest.spyOn(global, 'clearTimeout');
  global.fetch = jest.fn(() => new Promise<never>(() => {}));
  render(<App config={{ storage: emptyStorage() }} />);
  await act(async () => {});
  const endedBefore = ended.mock.calls.length;
  resetLinkSession();
  expect(ended.mock.calls.length).toBeGreaterThan(endedBefore);
  expect(new Set(ended.mock.calls.map(([timer]) => timer))).toEqual(
    new Set(begun.mock.results.map(({ value }) => value))
  );
});

test('a purchase goes out when time is advanced', async () => {
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({}) });
  render(<App config={{ storage: emptyStorage() }} />);
  fireEvent.press(await screen.findByText('Buy'));
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(global.fetch).toHaveBeenCalledWith('https://links.example/api/link/events', expect.anything());
});

test('jest.runAllTimers() comes to an end', async () => {
  global.fetch = jest.fn().mockRejectedValue(new TypeError('Network request failed'));
  render(<App config={{ storage: emptyStorage() }} />);
  await act(() => jest.runAllTimersAsync());
  screen.getByText('home');
});
