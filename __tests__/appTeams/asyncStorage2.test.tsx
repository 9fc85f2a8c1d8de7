import AsyncStorage from '@react-native-async-storage/async-storage';
import { render, screen } from '@testing-library/react-native';
import { resetLinkSession } from 'react-native-deferred-link/testing';
import { App } from './App';

// As the package's own page has it for version 2, which is installed here by another name.
jest.mock('@react-native-async-storage/async-storage', () => require('async-storage-2/jest/async-storage-mock'));

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
});
afterEach(async () => {
  resetLinkSession();
  await AsyncStorage.clear();
});

test('a first run lands on its link, and the mock keeps that', async () => {
  render(<App />);
  await screen.findByText('deferred /product/42');
  expect(AsyncStorage.setItem).toHaveBeenCalledWith(
    expect.stringContaining('react-native-deferred-link'),
    expect.any(String)
  );
});

test('cleared, it is a first run again', async () => {
  render(<App />);
  await screen.findByText('deferred /product/42');
});

test('a later run asks for nothing', async () => {
  render(<App />);
  await screen.findByText('deferred /product/42');
  screen.unmount();
  resetLinkSession();
  jest.mocked(global.fetch).mockClear();
  render(<App />);
  await screen.findByText('home');
  expect(global.fetch).not.toHaveBeenCalled();
});
