import { fireEvent, render, screen, waitFor } from '@testing-library/react-native';
import { resetLinkSession } from 'react-native-deferred-link/testing';
import { App, emptyStorage } from './App';

const ANSWER = { link: 'https://shop.example/product/42' };

/** `global.fetch = jest.fn()…`, in every shape that is found in people's tests. */
const RESPONSES: [string, () => unknown][] = [
  ['{ json }', () => ({ json: () => Promise.resolve(ANSWER) })],
  ['{ ok, json }', () => ({ ok: true, json: async () => ANSWER })],
  ['{ ok, json } that is no promise', () => ({ ok: true, json: () => ANSWER })],
  ['{ status, json }', () => ({ status: 200, json: async () => ANSWER })],
  ['{ ok, status, json }', () => ({ ok: true, status: 200, json: jest.fn().mockResolvedValue(ANSWER) })],
  ['{ ok, text }', () => ({ ok: true, text: async () => JSON.stringify(ANSWER) })],
  ['{ ok, json, text } with an empty text mock', () => ({ ok: true, json: async () => ANSWER, text: jest.fn() })],
  [
    '{ ok, status, headers, json } with plain headers',
    () => ({ ok: true, status: 200, headers: { 'content-type': 'application/json' }, json: async () => ANSWER }),
  ],
  [
    '{ status, headers, text } with a map of headers',
    () => ({
      status: 200,
      headers: new Map([['content-type', 'application/json']]),
      text: async () => JSON.stringify(ANSWER),
    }),
  ],
  ['a real Response', () => new Response(JSON.stringify(ANSWER), { status: 200 })],
];

const realFetch = global.fetch;
beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => {
  resetLinkSession();
  global.fetch = realFetch;
  jest.restoreAllMocks();
});

test.each(RESPONSES)('%s: the first run lands on its link', async (_, response) => {
  global.fetch = jest.fn(() => Promise.resolve(response())) as jest.Mock;
  render(<App config={{ storage: emptyStorage() }} />);
  await waitFor(() => expect(screen.getByText('deferred /product/42')).toBeTruthy());
  expect(global.fetch).toHaveBeenCalledTimes(1);
  expect(global.fetch).toHaveBeenCalledWith(
    'https://links.example/api/link/match-link',
    expect.objectContaining({ method: 'POST', headers: expect.objectContaining({ Authorization: 'Bearer pk_test' }) })
  );
});

test.each([
  ['{ ok: false }', { ok: false }],
  ['{ ok: false, status }', { ok: false, status: 500, json: async () => ({ error: 'down' }) }],
])('%s: the app goes on without a link, and one error says why', async (_, response) => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  global.fetch = jest.fn().mockResolvedValue(response);
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('home');
  expect(error.mock.calls).toEqual([[expect.stringMatching(/^\[Link\] .*HTTP 500/)]]);
});

test('fetch that rejects: the app goes on without a link', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  global.fetch = jest.fn().mockRejectedValue(new TypeError('Network request failed'));
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('home');
  expect(error.mock.calls).toEqual([[expect.stringContaining('Network request failed')]]);
});

test.each([
  ['a bare jest.fn()', jest.fn()],
  ['jest.fn().mockResolvedValue({})', jest.fn().mockResolvedValue({})],
])('%s: the app goes on, and the error says that the answer can’t be read', async (_, fetch) => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  global.fetch = fetch;
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('home');
  expect(error.mock.calls).toEqual([[expect.stringContaining("fetch's answer can't be read")]]);
});

test('a purchase reaches fetch before a waitFor gives up', async () => {
  global.fetch = jest.fn().mockResolvedValue({ ok: true, json: async () => ({}) });
  render(<App config={{ storage: emptyStorage() }} />);
  fireEvent.press(await screen.findByText('Buy'));
  await waitFor(
    () =>
      expect(global.fetch).toHaveBeenCalledWith(
        'https://links.example/api/link/events',
        expect.objectContaining({ body: expect.stringContaining('"name":"purchase"') })
      ),
    // Testing Library's own default.
    { timeout: 1000 }
  );
});
