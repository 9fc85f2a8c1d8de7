import { render, screen } from '@testing-library/react-native';
import { resetLinkSession } from 'react-native-deferred-link/testing';
import { App, emptyStorage } from './App';

let error: jest.SpyInstance;

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  error = jest.spyOn(console, 'error').mockImplementation(() => {});
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
});
afterEach(() => {
  resetLinkSession();
  jest.restoreAllMocks();
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
const actWarnings = () => error.mock.calls.filter(([line]) => String(line).includes('not wrapped in act'));

test('a synchronous smoke test that resets the session leaves nothing behind', async () => {
  render(<App config={{ storage: emptyStorage() }} />);
  expect(screen.toJSON()).toMatchObject({ children: ['splash'] });
  resetLinkSession();
  await settle();
  expect(error).not.toHaveBeenCalled();
  expect(global.fetch).not.toHaveBeenCalled();
});

test('one that is still mounted when the link comes gets React’s warning', async () => {
  render(<App config={{ storage: emptyStorage() }} />);
  expect(screen.toJSON()).toMatchObject({ children: ['splash'] });
  await settle();
  expect(actWarnings()).toHaveLength(1);
});

test('one that awaits the screen gets none', async () => {
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('deferred /product/42');
  expect(actWarnings()).toEqual([]);
});
