import { http, HttpResponse } from 'msw';
import { checkCell, linkBy, SECRET, type Answers, type Cell } from '../../support/checkCell';
import { createDevice } from '../../support/createDevice';
import { never } from '../../support/linkServer';
import { server } from '../../support/server';

type Responder = Answers[string];

/** What an answer means: a link, none, or an error that is told. */
type Meaning = 'link' | 'none' | 'error' | 'slow';
/** What becomes of events that are answered so. */
type Fate = 'accepted' | 'dropped' | 'sent again';
type Row = [name: string, cell: Cell];

const costOf = (meaning: Meaning) => ({
  at: meaning === 'slow' ? 5000 : 0,
  errors: meaning === 'error' || meaning === 'slow' ? 1 : 0,
});

const encode = (text: string) => new TextEncoder().encode(text);

/** A body that begins and then goes on as `then` says. */
const streamed = (text: string, then: (stream: ReadableStreamDefaultController<Uint8Array>) => void) => () =>
  new HttpResponse(
    new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(encode(text));
        then(stream);
      },
    })
  );

const redirect = (status: number, location?: string) => () =>
  new HttpResponse(null, { status, ...(location && { headers: { Location: location } }) });

const json = (body: unknown) => () => HttpResponse.json(body as object);
const text =
  (body: string, status = 200) =>
  () =>
    new HttpResponse(body, { status });

const statuses = (list: number[]): [string, Responder][] => list.map((status) => [String(status), status]);
const bodies = (list: unknown[]): [string, Responder][] =>
  list.map((body) => [JSON.stringify(body).slice(0, 40), json(body)]);

/** Each answer, by what it means to who asked for a link, and to who sent events. */
const groups = (link: string): [Meaning, Fate, [string, Responder][]][] => [
  [
    'link',
    'accepted',
    [
      ['200 and the link', json({ link })],
      ['201 and the link', text(JSON.stringify({ link }), 201)],
      ['the link and fields that nobody knows', json({ link, other: { deep: [1] } })],
      ['the link between blanks', json({ link: ` \n${link}\t` })],
      ['the link as a url', json({ url: link })],
      ['the link as a url within', json({ link: { url: link } })],
      ['the link alone', json(link)],
      [
        'the link in two pieces',
        streamed('{"link":', (stream) => (stream.enqueue(encode(`"${link}"}`)), stream.close())),
      ],
    ],
  ],
  [
    'none',
    'accepted',
    [
      ...statuses([204]),
      ['nothing', text('')],
      ['blanks', text(' \n')],
      ...bodies([null, 42, true, 'text', [], {}, { link: null }, { link: '' }, { link: 'text' }, { Link: link }]),
      ...bodies([{ url: null }, { link: { url: SECRET } }, { data: { link } }, { error: { message: SECRET } }]),
      ...bodies([{ link: 42 }, { link: true }, { link: false }, { link: [] }, { link: {} }, { url: 42 }]),
      ...bodies([{ link: `javascript:${SECRET}` }, { link: `https://go.test/${'x'.repeat(9000)}` }]),
    ],
  ],
  [
    'none',
    'sent again',
    [
      ...statuses([404]),
      ['404 and why', text(JSON.stringify({ error: { code: 'ambiguous_match', message: 'Two clicks fit.' } }), 404)],
    ],
  ],
  [
    'error',
    'dropped',
    [
      ...statuses([400, 413, 422]),
      ['400 and the link', text(JSON.stringify({ link, message: SECRET }), 400)],
      ['400 and why', text(JSON.stringify({ error: { message: `Bad: pk_${SECRET}, ${linkBy('match')}` } }), 400)],
    ],
  ],
  [
    'error',
    'sent again',
    [
      ...statuses([304, 401, 402, 403, 405, 409, 410, 415, 418, 431, 451]),
      ...statuses([408, 425, 429, 500, 501, 502, 503, 504, 507, 511, 599]),
      ...[400, 401, 403, 404, 407, 413, 422].map((status): [string, Responder] => [
        `${status} and a page`,
        text(`<html>${SECRET}`, status),
      ]),
      ['404 and a wrong path', text(JSON.stringify({ error: { code: 'not_found' } }), 404)],
      ['500 and the link', text(JSON.stringify({ link, message: SECRET }), 500)],
      ['429 with a time to wait', () => new HttpResponse(null, { status: 429, headers: { 'Retry-After': '1' } })],
      ['503 with no time to wait', () => new HttpResponse(null, { status: 503, headers: { 'Retry-After': 'soon' } })],
      ['a page', text(`<html>${SECRET}</html>`)],
      ['JSON that is cut', text(`{"link":"${link}`)],
      ['a megabyte of JSON', json({ link, padding: 'x'.repeat(1024 * 1024) })],
      ['a megabyte of something', text('x'.repeat(1024 * 1024))],
      ['bytes that are no text', () => new HttpResponse(new Uint8Array([0xff, 0xfe, 0, 0xc3, 0x28]))],
      ...[301, 302, 303, 307, 308].map((status): [string, Responder] => [
        `${status} to a captive portal`,
        redirect(status, `https://portal.test/login?token=${SECRET}`),
      ]),
      ['302 to nowhere', redirect(302)],
      ['302 to what is no URL', redirect(302, 'http://[')],
      ['a connection that is cut', () => HttpResponse.error()],
      ['a connection that is cut in the body', streamed('{"link":', (stream) => stream.error(new Error('cut')))],
    ],
  ],
  [
    'slow',
    'sent again',
    [
      ['nothing ever', never],
      ['a body that never ends', streamed('{"link":', () => {})],
    ],
  ],
];

const answers = (link: string) =>
  groups(link).flatMap(([meaning, fate, rows]) => rows.map(([name, answer]) => [name, answer, meaning, fate] as const));

beforeEach(() => {
  server.use(http.all('https://portal.test/login', () => new HttpResponse(`<html>Log in, ${SECRET}</html>`)));
});

const short = `https://go.test/abc?token=${SECRET}`;

/** Statuses by which the service refuses a link, without a page. */
const REFUSED = /^(304|40[1239]|41[058]|431|451)$/;

function matchRows(os: 'ios' | 'android'): Row[] {
  return answers(linkBy('match')).map(([name, answer, meaning]) => [
    `match-link, ${os}: ${name}`,
    {
      device: { os },
      answers: { 'match-link': answer },
      shows: meaning === 'link' ? 'match' : null,
      ...costOf(meaning),
    },
  ]);
}

function resolveRows(name: string, base: Omit<Cell, 'shows'>): Row[] {
  return answers(linkBy('resolve')).map(([answerName, answer, meaning, fate]) => [
    `resolve-short of ${name}: ${answerName}`,
    {
      ...base,
      answers: { ...base.answers, 'resolve-short': answer },
      // A link is never thrown away.
      shows: meaning === 'link' ? 'resolve' : short,
      ...costOf(meaning),
      // Asked three times, unless the service has answered.
      ...(meaning === 'error' && fate === 'sent again' && !REFUSED.test(answerName) && { at: 1300 }),
    },
  ]);
}

const cells = [
  ...matchRows('ios'),
  ...matchRows('android'),
  ...resolveRows('a link that opened the app', { device: { os: 'ios', initialUrl: short }, matches: 0 }),
  ...resolveRows('a matched link', { device: { os: 'android' }, answers: { 'match-link': { link: short } } }),
];

test.each(cells)('%s', async (_name, cell) => {
  await checkCell(cell);
});

const eventCells = answers('');

test.each(eventCells)('events: %s', async (_name, answer, _meaning, fate) => {
  const { service } = await checkCell({
    device: { os: 'android' },
    answers: { events: answer },
    shows: 'click',
    errors: fate === 'dropped' ? 1 : 0,
  });
  const ids = service.to('events').map(({ body }) => (body.events as { id: string }[]).map(({ id }) => id).join());
  expect(new Set(ids).size).toBe(1);
  expect(ids.length > 1).toBe(fate === 'sent again');
});

/** Answers whose headers can't be read, as one of an app's own fetch: the body is there all the same. */
const unreadable: [string, object][] = [
  [
    'headers that throw',
    {
      get headers() {
        throw new Error('gone');
      },
    },
  ],
  [
    'headers whose get throws',
    {
      headers: {
        get() {
          throw new Error('gone');
        },
      },
    },
  ],
  ['headers that are no object', { headers: 'gone' }],
];

test.each(unreadable)('%s cost neither a match nor an accepted event', async (_name, headers) => {
  const requests: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((async (url: string, { body }: { body: string }) => {
    requests.push(url);
    const text = JSON.stringify(url.endsWith('match-link') ? { link: linkBy('click') } : {});
    const answer = { status: body ? 200 : 500, text: async () => text };
    return Object.defineProperties(answer, Object.getOwnPropertyDescriptors(headers));
  }) as never);
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const app = await device.launch();
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(30_000);
  expect(app.context().linkUrl).toBe(linkBy('click'));
  expect(requests.map((url) => url.replace(/.*\//, ''))).toEqual(['match-link', 'events']);
});

const count = cells.length + eventCells.length;

test(`${count} cells`, () => {
  expect(count).toBeGreaterThan(300);
});
