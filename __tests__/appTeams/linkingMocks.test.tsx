import { act, render, screen } from '@testing-library/react-native';
import { Linking } from 'react-native';
import { resetLinkSession } from 'react-native-deferred-link/testing';
import { App, emptyStorage } from './App';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  global.fetch = jest.fn().mockResolvedValue({ ok: false, status: 404 });
});
afterEach(() => {
  resetLinkSession();
  jest.restoreAllMocks();
});

test('getInitialURL mocked with a link: the app opens it and matches nothing', async () => {
  jest.spyOn(Linking, 'getInitialURL').mockResolvedValueOnce('https://shop.example/product/42?ref=mail');
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('verified /product/42?ref=mail');
  expect(global.fetch).not.toHaveBeenCalled();
});

test('a listener that the test has caught is called with a link', async () => {
  const remove = jest.fn();
  const addEventListener = jest.spyOn(Linking, 'addEventListener').mockReturnValueOnce({ remove } as never);
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('home');
  const [event, listener] = addEventListener.mock.lastCall ?? [];
  expect(event).toBe('url');
  act(() => listener?.({ url: 'shop://cart' }));
  await screen.findByText('scheme /cart');
  screen.unmount();
  expect(remove).not.toHaveBeenCalled();
  resetLinkSession();
  expect(remove).toHaveBeenCalledTimes(1);
});

test('an addEventListener that gives nothing back does no harm', async () => {
  jest.spyOn(Linking, 'addEventListener').mockReturnValueOnce(undefined as never);
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('home');
});
