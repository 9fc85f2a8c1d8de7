import { render, screen } from '@testing-library/react-native';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/native';
import { resetLinkSession } from 'react-native-deferred-link/testing';
import { App, emptyStorage } from './App';

const MATCH = 'https://links.example/api/link/match-link';
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => {
  resetLinkSession();
  server.resetHandlers();
  jest.restoreAllMocks();
});
afterAll(() => server.close());

test('a handler that answers with a link: the first run lands on it', async () => {
  const seen: unknown[] = [];
  server.use(
    http.post(MATCH, async ({ request }) => {
      seen.push(await request.json());
      return HttpResponse.json({ link: 'https://shop.example/product/42' });
    })
  );
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('deferred /product/42');
  expect(seen).toEqual([expect.objectContaining({ platform: 'ios' })]);
});

test('HttpResponse.error(): the app goes on, and one error says why', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.post(MATCH, () => HttpResponse.error()));
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('home');
  expect(error.mock.calls).toEqual([[expect.stringContaining("the service can't be reached")]]);
});

test('a 400 in the shape of the service: its message is in the log', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  const body = { error: { code: 'invalid_request', message: 'timestamp is missing.' } };
  server.use(http.post(MATCH, () => HttpResponse.json(body, { status: 400 })));
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('home');
  expect(error.mock.calls).toEqual([[expect.stringContaining('HTTP 400: timestamp is missing.')]]);
});
