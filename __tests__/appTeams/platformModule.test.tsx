import { render, screen } from '@testing-library/react-native';
import { App, emptyStorage } from './App';

jest.mock('react-native/Libraries/Utilities/Platform', () => ({
  __esModule: true,
  default: {
    OS: 'android',
    Version: 35,
    select: (choices: Record<string, unknown>) => choices.android ?? choices.default,
  },
}));

jest.mock('react-native-play-install-referrer', () => ({
  PlayInstallReferrer: {
    getInstallReferrerInfo: (callback: (info: object, error: null) => void) =>
      callback({ installReferrer: 'clickId=click-1&utm_source=mail' }, null),
  },
}));

test('the module of Platform mocked as Android: the click id of a mocked install referrer is sent', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({ link: '/product/42' }) });
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('deferred /product/42');
  expect(global.fetch).toHaveBeenCalledWith(
    'https://links.example/api/link/match-link',
    expect.objectContaining({ body: '{"clickId":"click-1"}' })
  );
});
