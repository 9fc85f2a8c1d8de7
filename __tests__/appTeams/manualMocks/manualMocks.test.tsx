import AsyncStorage from '@react-native-async-storage/async-storage';
import { render, screen } from '@testing-library/react-native';
import { App } from '../App';

test('mocks in a __mocks__ folder beside node_modules', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
  render(<App />);
  await screen.findByText('deferred /product/42');
  const [, init] = jest.mocked(global.fetch).mock.calls[0] ?? [];
  expect(JSON.parse(init?.body as string)).toMatchObject({ model: 'iPhone 17', systemVersion: '26.0' });
  expect(await AsyncStorage.getAllKeys()).toEqual([expect.stringContaining('react-native-deferred-link')]);
});
