import { render, screen } from '@testing-library/react-native';
import { App } from './App';

const mockItems = new Map<string, string>();

jest.mock('@react-native-async-storage/async-storage', () => ({
  __esModule: true,
  default: {
    getItem: jest.fn((key: string) => Promise.resolve(mockItems.get(key) ?? null)),
    setItem: jest.fn((key: string, value: string) => Promise.resolve(void mockItems.set(key, value))),
  },
}));
jest.mock('react-native-device-info', () => ({ __esModule: true, default: { getModel: () => 'iPhone 17' } }));
jest.mock('@react-native-clipboard/clipboard', () => ({
  __esModule: true,
  default: { hasURL: async () => true, getString: async () => 'https://go.example/abc' },
}));

test('mocks with a default export alone, and only some of the methods', async () => {
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
  render(<App />);
  await screen.findByText('deferred /product/42');
  const [, init] = jest.mocked(global.fetch).mock.calls[0] ?? [];
  expect(JSON.parse(init?.body as string)).toMatchObject({
    model: 'iPhone 17',
    systemVersion: null,
    pastedLink: 'https://go.example/abc',
  });
  expect([...mockItems.keys()]).toEqual([expect.stringContaining('react-native-deferred-link')]);
});
