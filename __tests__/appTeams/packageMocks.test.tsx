import Clipboard from '@react-native-clipboard/clipboard';
import { render, screen } from '@testing-library/react-native';
import DeviceInfo from 'react-native-device-info';
import { App, emptyStorage } from './App';

// As the packages' own pages have it.
jest.mock('@react-native-clipboard/clipboard', () =>
  require('@react-native-clipboard/clipboard/jest/clipboard-mock.js')
);
jest.mock('react-native-device-info', () => require('react-native-device-info/jest/react-native-device-info-mock'));

test('the official mocks are asked, and nothing is said of missing packages', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
  jest.mocked(DeviceInfo.getModel).mockReturnValue('iPhone 17');
  jest.mocked(Clipboard.getString).mockResolvedValue('https://go.example/abc?from=clipboard');
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('deferred /product/42');
  const [, init] = jest.mocked(global.fetch).mock.calls[0] ?? [];
  expect(JSON.parse(init?.body as string)).toMatchObject({
    model: 'iPhone 17',
    pastedLink: 'https://go.example/abc?from=clipboard',
  });
  expect(warn).not.toHaveBeenCalled();
});
