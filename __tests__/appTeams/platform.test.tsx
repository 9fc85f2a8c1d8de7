import { render, screen } from '@testing-library/react-native';
import { Platform } from 'react-native';
import { resetLinkSession } from 'react-native-deferred-link/testing';
import { App, emptyStorage } from './App';

const bodies = () =>
  jest.mocked(global.fetch).mock.calls.map(([, init]) => JSON.parse(init?.body as string) as { platform: string });

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
});
afterEach(() => {
  resetLinkSession();
  jest.restoreAllMocks();
  Platform.OS = 'ios';
});

test('Platform.OS as it is', async () => {
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('deferred /product/42');
  expect(bodies()).toEqual([expect.objectContaining({ platform: 'ios' })]);
});

test('Platform.OS set after the import', async () => {
  Platform.OS = 'android';
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('deferred /product/42');
  expect(bodies()).toEqual([expect.objectContaining({ platform: 'android' })]);
});

test('Platform.OS replaced by jest.replaceProperty', async () => {
  jest.replaceProperty(Platform, 'OS', 'android');
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('deferred /product/42');
  expect(bodies()).toEqual([expect.objectContaining({ platform: 'android' })]);
});

test('on the web nothing is asked for, and the app goes on at once', () => {
  Platform.OS = 'web';
  render(<App config={{ storage: emptyStorage() }} />);
  screen.getByText('home');
  expect(global.fetch).not.toHaveBeenCalled();
});
