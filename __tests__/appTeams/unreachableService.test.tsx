import { fireEvent, render, screen } from '@testing-library/react-native';
import { Linking } from 'react-native';
import { createMemoryStorage } from 'react-native-deferred-link/testing';
import { App } from './App';

test('neither retries, nor what waits after a launch link, keep Jest from ending', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(Linking, 'getInitialURL').mockResolvedValue('https://shop.example/product/42');
  const timers = jest.spyOn(global, 'setTimeout');
  // Nothing listens there: events are tried again and again, and the test does not wait for it.
  render(
    <App config={{ baseUrl: 'http://127.0.0.1:1', storage: createMemoryStorage(), retryUnansweredMatch: true }} />
  );
  await screen.findByText('verified /product/42');
  fireEvent.press(screen.getByText('Buy'));
  await new Promise((resolve) => setImmediate(resolve));
  const waits = timers.mock.results.map(({ value }) => value as NodeJS.Timeout);
  expect(waits.length).toBeGreaterThan(2);
  expect(waits.filter((timer) => timer.hasRef())).toEqual([]);
});
