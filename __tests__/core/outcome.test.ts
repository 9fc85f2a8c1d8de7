import { linkOutcome, sendOutcome, unreachable } from '../../src/core/outcome';
import { inRelease } from '../support/inRelease';

const NOT_OURS = 'the answer is not JSON (does config.baseUrl lead to the service?)';
const OTHER_SHAPE =
  'the answer has an unexpected shape: with a link, answer { "link": "https://…" } or { "link": "/path" }; without ' +
  'one, { } or the status 404';

/** A link inside the app, with nothing said of it. */
const found = (url: string) => ({ kind: 'found', target: { url, route: url, data: null, match: null } });

const reply = (status: number, text = '', retryAfter: string | null = null) => ({ status, text, retryAfter });

test.each([
  [200, '{"link":"/a"}', found('/a')],
  [299, '{"link":"/a"}', found('/a')],
  [200, '{"link":null}', { kind: 'none' }],
  [200, '{"link":""}', { kind: 'none' }],
  [200, '{}', { kind: 'none' }],
  [200, '', { kind: 'none' }],
  [200, ' \n', { kind: 'none' }],
  // React Native keeps the mark that some servers put in front of their text.
  [200, '\ufeff{"link":"/a"}', found('/a')],
  [200, '\ufeff', { kind: 'none' }],
  [200, 'null', { kind: 'none' }],
  [200, '42', { kind: 'none', reason: OTHER_SHAPE }],
  [200, '[]', { kind: 'none', reason: OTHER_SHAPE }],
  [200, '{"ok":null}', { kind: 'none', reason: OTHER_SHAPE }],
  [200, '{"ok":true}', { kind: 'none', reason: OTHER_SHAPE }],
  [200, '{"data":{"link":"/a"}}', { kind: 'none', reason: OTHER_SHAPE }],
  [200, '{"link":"/a","data":null,"match":{},"more":1}', found('/a')],
  [200, '"/a"', found('/a')],
  [200, '""', { kind: 'none' }],
  [200, '"OK"', { kind: 'unusable' }],
  [200, '{"url":"/a"}', found('/a')],
  [200, '{"url":null}', { kind: 'none' }],
  [200, '{"link":"/a","url":"/b"}', found('/a')],
  [200, '{"link":null,"url":"/b"}', found('/b')],
  [200, '{"link":null,"match":null}', { kind: 'none' }],
  [200, '{"link":{"url":"/a"}}', found('/a')],
  [200, '{"link":{"url":null}}', { kind: 'none' }],
  [200, '{"link":{"url":42}}', { kind: 'unusable' }],
  [200, '{"link":{}}', { kind: 'unusable' }],
  [200, '{"link":42}', { kind: 'unusable' }],
  [200, '{"url":false}', { kind: 'unusable' }],
  [204, '', { kind: 'none' }],
  [404, '', { kind: 'none' }],
  [404, '{}', { kind: 'none' }],
  [404, '{"error":{"code":"ambiguous_match","message":"Two fit."}}', { kind: 'none', reason: 'ambiguous_match' }],
  [404, '{"error":{"code":"two words"}}', { kind: 'none' }],
  [404, `{"error":{"code":"${'x'.repeat(65)}"}}`, { kind: 'none' }],
  [404, '{"error":{"code":42}}', { kind: 'none' }],
  [404, '{"error":"no_match"}', { kind: 'none' }],
  [
    404,
    '{"error":{"code":"not_found","message":"There is nothing here."}}',
    { kind: 'unavailable', reason: 'HTTP 404: There is nothing here. (does config.baseUrl lead to the service?)' },
  ],
  [405, '', { kind: 'unavailable', reason: 'HTTP 405 (does config.baseUrl lead to the service?)' }],
  [405, '{}', { kind: 'unavailable', reason: 'HTTP 405 (does config.baseUrl lead to the service?)' }],
  [404, '<html>', { kind: 'unavailable', reason: `HTTP 404, ${NOT_OURS}` }],
  [404, '404 page not found', { kind: 'unavailable', reason: `HTTP 404, ${NOT_OURS}` }],
  [400, '400 Bad Request', { kind: 'unavailable', reason: `HTTP 400, ${NOT_OURS}` }],
  [401, '<html>', { kind: 'unavailable', reason: `HTTP 401, ${NOT_OURS}` }],
  [403, '<html>', { kind: 'unavailable', reason: `HTTP 403, ${NOT_OURS}` }],
  [407, 'Proxy Authentication Required', { kind: 'unavailable', reason: `HTTP 407, ${NOT_OURS}` }],
  [511, '<html>', { kind: 'unavailable', reason: `HTTP 511, ${NOT_OURS}` }],
  [
    400,
    '{"error":{"code":"invalid","message":"clickId is blank."}}',
    { kind: 'refused', reason: 'HTTP 400: clickId is blank.' },
  ],
  [
    400,
    '{"error":{"message":"See https://docs.test/a and ?b=secret"}}',
    { kind: 'refused', reason: 'HTTP 400: See … and ?b=…' },
  ],
  [400, '{"error":{"message":42}}', { kind: 'refused', reason: 'HTTP 400' }],
  [400, '{"error":{"code":"not_found"}}', { kind: 'refused', reason: 'HTTP 400' }],
  [400, '{"message":"Not in our shape."}', { kind: 'refused', reason: 'HTTP 400' }],
  [399, '{"error":{"message":"m"}}', { kind: 'refused', reason: 'HTTP 399: m' }],
  [499, '{"error":{"message":"m"}}', { kind: 'refused', reason: 'HTTP 499: m' }],
  [500, '{"error":{"message":"m"}}', { kind: 'unavailable', reason: 'HTTP 500' }],
  [429, '{"error":{"message":"m"}}', { kind: 'unavailable', reason: 'HTTP 429: m' }],
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
  [0, 'cut', { kind: 'unavailable', reason: 'cut' }],
  [200, '<html>', { kind: 'unavailable', reason: NOT_OURS }],
])('%d %s to a question for a link', (status, text, outcome) => {
  const { retryAfterMs, ...rest } = linkOutcome(reply(status, text));
  expect(rest).toEqual(outcome);
  expect(retryAfterMs ?? null).toBeNull();
});

test('a question for a link that gets no answer says how long the service wants us to wait', () => {
  expect(linkOutcome(reply(503, '', '7'))).toMatchObject({ kind: 'unavailable', retryAfterMs: 7000 });
});

test.each([
  ['https://links.test', 'links.test'],
  ['https://user:pass@links.test:8443/base', 'links.test:8443/base'],
  ['https:links.test', 'links.test'],
  ['https:\\\\links.test', 'links.test'],
])('development says that there is no answer at %s, without credentials', (baseUrl, address) => {
  expect(unreachable(baseUrl, 'cut')).toMatch(`the service can't be reached at ${address} (cut). It is down, `);
});

test('a release build says of a missing answer only why there is none', () =>
  inRelease(async () => {
    await Promise.resolve();
    expect(unreachable('https://links.test', 'cut')).toBe("the service can't be reached (cut)");
  }));

test('a long message is cut', () => {
  const text = JSON.stringify({ error: { message: 'x'.repeat(1000) } });
  expect(linkOutcome(reply(400, text)).reason).toBe(`HTTP 400: ${'x'.repeat(200)}`);
});

test('a message as long as a body may be takes no time', () => {
  const text = JSON.stringify({ error: { message: 'x'.repeat(60_000) } });
  const { user } = process.cpuUsage();
  linkOutcome(reply(400, text));
  // A search for URLs in all of it takes seconds.
  expect(process.cpuUsage().user - user).toBeLessThan(500_000);
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
  [400, '<html>', null, { kind: 'unavailable', retryAfterMs: null }],
  [401, '{}', null, { kind: 'unavailable', retryAfterMs: null }],
  [403, '{}', '7', { kind: 'unavailable', retryAfterMs: 7000 }],
  [404, '', null, { kind: 'unavailable', reason: 'HTTP 404', retryAfterMs: null }],
  [413, '', null, { kind: 'tooLarge', reason: 'HTTP 413, too large' }],
  [413, '<html>', null, { kind: 'unavailable', retryAfterMs: null }],
  [421, '', null, { kind: 'unavailable', retryAfterMs: null }],
  [422, '{}', null, { kind: 'refused', reason: 'HTTP 422' }],
  [423, '', null, { kind: 'unavailable', retryAfterMs: null }],
  [429, '', '7', { kind: 'unavailable', reason: 'HTTP 429', retryAfterMs: 7000 }],
  [503, '', null, { kind: 'unavailable', reason: 'HTTP 503', retryAfterMs: null }],
])('%d %s to events', (status, text, retryAfter, outcome) => {
  expect(sendOutcome(reply(status, text, retryAfter))).toMatchObject(outcome);
});

test.each([
  ['{"invitedBy":"Ada"}', { invitedBy: 'Ada' }],
  ['{}', {}],
  ['null', null],
  [`{"text":"${'x'.repeat(8 * 1024 - 11)}"}`, { text: 'x'.repeat(8 * 1024 - 11) }],
])('data %#: an object of at most 8 KiB comes with the link', (json, data) => {
  expect(linkOutcome(reply(200, `{"link":"/a","data":${json}}`))).toEqual({
    kind: 'found',
    target: { url: '/a', route: '/a', data, match: null },
  });
});

test.each([
  ['[1]', 'its data is not an object of at most 8 KiB'],
  ['"text"', 'its data is not an object of at most 8 KiB'],
  ['0', 'its data is not an object of at most 8 KiB'],
  ['false', 'its data is not an object of at most 8 KiB'],
  [`{"text":"${'x'.repeat(8 * 1024 - 10)}"}`, 'its data is not an object of at most 8 KiB'],
])('data %#: anything else is left out, and said', (json, reason) => {
  expect(linkOutcome(reply(200, `{"link":"/a","data":${json}}`))).toEqual({
    kind: 'found',
    target: { url: '/a', route: '/a', data: null, match: null },
    reason,
  });
});

test.each([
  ['{"by":"clickId","confidence":1}', { by: 'clickId', confidence: 1 }],
  ['{"by":"clipboard","confidence":0}', { by: 'clipboard', confidence: 0 }],
  ['{"by":"fingerprint","confidence":0.93,"more":1}', { by: 'fingerprint', confidence: 0.93 }],
  ['{"by":"magic","confidence":1}', null],
  ['{"by":"clickId"}', null],
  ['{"by":"clickId","confidence":"1"}', null],
  ['{"by":"clickId","confidence":1.1}', null],
  ['{"by":"clickId","confidence":-0.1}', null],
  ['"clickId"', null],
  ['null', null],
])('a match %s', (json, match) => {
  expect(linkOutcome(reply(200, `{"link":"/a","match":${json}}`)).target?.match).toEqual(match);
});

test.each([
  ['a link', { link: '/evil', url: '/evil' }, '{}', { kind: 'none' }],
  ['data and a match', { data: { code: 7 }, match: { by: 'clickId', confidence: 1 } }, '{"link":"/a"}', found('/a')],
  ['how it was matched', { by: 'clickId', confidence: 1 }, '{"link":"/a","match":{}}', found('/a')],
])('%s that somebody has put on Object.prototype is not part of an answer', (_, polluted, text, expected) => {
  const names = Object.keys(polluted);
  const all = Object.prototype as Record<string, unknown>;
  Object.assign(all, polluted);
  const outcome = linkOutcome(reply(200, text));
  names.forEach((name) => Reflect.deleteProperty(all, name));
  expect(outcome).toEqual(expected);
});
