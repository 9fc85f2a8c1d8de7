import { linkOutcome, sendOutcome } from '../../src/core/outcome';

const reply = (status: number, text = '', retryAfter: string | null = null) => ({ status, text, retryAfter });

test.each([
  [200, '{"link":"/a"}', { kind: 'found', link: '/a' }],
  [299, '{"link":"/a"}', { kind: 'found', link: '/a' }],
  [200, '{"link":null}', { kind: 'none' }],
  [200, '{"link":""}', { kind: 'none' }],
  [200, '{}', { kind: 'none' }],
  [200, '', { kind: 'none' }],
  [200, ' \n', { kind: 'none' }],
  [200, 'null', { kind: 'none' }],
  [200, '42', { kind: 'none' }],
  [200, '"link"', { kind: 'none' }],
  [200, '[]', { kind: 'none' }],
  [204, '<html>', { kind: 'none' }],
  [404, '<html>', { kind: 'none' }],
  [200, '{"link":42}', { kind: 'refused', reason: 'the link in the answer is not a string' }],
  [199, '{"link":"/a"}', { kind: 'refused', reason: 'HTTP 199' }],
  [300, '{"link":"/a"}', { kind: 'refused', reason: 'HTTP 300' }],
  [400, '', { kind: 'refused', reason: 'HTTP 400' }],
  [401, '', { kind: 'refused', reason: 'the service does not accept config.API_KEY or config.appID (HTTP 401)' }],
  [403, '', { kind: 'refused', reason: 'the service does not accept config.API_KEY or config.appID (HTTP 403)' }],
  [408, '', { kind: 'unavailable', reason: 'HTTP 408' }],
  [425, '', { kind: 'unavailable', reason: 'HTTP 425' }],
  [429, '', { kind: 'unavailable', reason: 'HTTP 429' }],
  [499, '', { kind: 'refused', reason: 'HTTP 499' }],
  [500, '', { kind: 'unavailable', reason: 'HTTP 500' }],
  [0, 'cut', { kind: 'unavailable', reason: "the service can't be reached (cut)" }],
  [200, '<html>', { kind: 'unavailable', reason: 'the answer is not JSON (is config.baseUrl the service?)' }],
])('%d %s to a question for a link', (status, text, outcome) => {
  expect(linkOutcome(reply(status, text))).toStrictEqual(outcome);
});

test('a body of 64 KiB is read, and a longer one is somebody else’s', () => {
  const body = '{"link":"/a"}'.padEnd(64 * 1024);
  expect(linkOutcome(reply(200, body)).kind).toBe('found');
  expect(linkOutcome(reply(200, `${body} `)).kind).toBe('unavailable');
});

test.each([
  [200, '', null, { kind: 'accepted' }],
  [204, '', null, { kind: 'accepted' }],
  [200, '<html>', null, { kind: 'unavailable', retryAfterMs: null }],
  [302, '', null, { kind: 'unavailable', reason: 'HTTP 302', retryAfterMs: null }],
  [400, '', null, { kind: 'refused', reason: 'HTTP 400' }],
  [404, '', null, { kind: 'refused', reason: 'HTTP 404' }],
  [413, '', null, { kind: 'tooLarge', reason: 'HTTP 413, too large' }],
  [429, '', '7', { kind: 'unavailable', reason: 'HTTP 429', retryAfterMs: 7000 }],
  [503, '', null, { kind: 'unavailable', reason: 'HTTP 503', retryAfterMs: null }],
])('%d %s to events', (status, text, retryAfter, outcome) => {
  expect(sendOutcome(reply(status, text, retryAfter), 0)).toMatchObject(outcome);
});
