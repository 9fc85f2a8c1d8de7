import { render, screen } from '@testing-library/react-native';
import { AppState, Linking } from 'react-native';
import { resetLinkSession } from 'react-native-deferred-link/testing';
import { App } from './App';

/** With `resetMocks: true` React Native's own mocks answer with nothing once they are loaded. */
const storage = { getItem: () => null, setItem: () => {} };

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
});
afterEach(resetLinkSession);

test('a link is found without performance.now()', async () => {
  expect(performance.now()).toBeUndefined();
  render(<App config={{ storage }} />);
  await screen.findByText('deferred /product/42');
});

test('a link is found without Linking and AppState', async () => {
  expect(Linking.getInitialURL()).toBeUndefined();
  expect(AppState.addEventListener('change', () => {})).toBeUndefined();
  render(<App config={{ storage }} />);
  await screen.findByText('deferred /product/42');
});
