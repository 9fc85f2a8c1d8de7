import { render, screen } from '@testing-library/react-native';
import fetchMock, { enableFetchMocks } from 'jest-fetch-mock';
import { resetLinkSession } from 'react-native-deferred-link/testing';
import { App, emptyStorage } from './App';

enableFetchMocks();

beforeEach(() => {
  fetchMock.resetMocks();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(resetLinkSession);

test('mockResponseOnce: the first run lands on its link', async () => {
  fetchMock.mockResponseOnce(JSON.stringify({ link: 'https://shop.example/product/42' }));
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('deferred /product/42');
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(['https://links.example/api/link/match-link']);
});

test('a short link is resolved by the next response', async () => {
  fetchMock.mockResponses(
    [JSON.stringify({ link: 'https://go.example/abc' }), { status: 200 }],
    [JSON.stringify({ link: 'https://shop.example/product/42' }), { status: 200 }]
  );
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('deferred /product/42');
});

test('without any response, which is an empty 200: no link, and nothing to complain about', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('home');
  expect(error).not.toHaveBeenCalled();
});

test('mockReject: the app goes on, and one error says why', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  fetchMock.mockReject(new Error('offline'));
  render(<App config={{ storage: emptyStorage() }} />);
  await screen.findByText('home');
  expect(error.mock.calls).toEqual([[expect.stringMatching(/^\[Link\] .*offline/)]]);
});
