import { iphone } from '../../__tests__/support/phones.ts';
import { nameIcon } from '../../src/storage/company/icons.ts';
import { MAX_ICON_BYTES } from '../../src/values/icon.ts';

/** The app that the requests are for, with path links, an icon and texts of its own. */
export const COSTLY = {
  id: 'costly',
  host: 'go.costly.test',
  publishable: 'pk_costly_0123456789',
  code: 'sale',
};

export const ICON = { type: 'png' as const, bytes: new Uint8Array(MAX_ICON_BYTES).fill(7) };
const iconName = await nameIcon(ICON);

/** So many clicks are stored, each of which can be reported and claimed once. */
export const CLICKS = 60_000;
let clicksUsed = 0;
const nextClick = () => `click-${(clicksUsed += 1)}`;

/** So many clicks come from one network, from which a phone then asks for its link. */
export const CROWD = { address: '198.51.100.7', clicks: 300 };

export interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  address?: string;
}

/** A request that is another one each time, because what was asked before may be remembered. */
type Make = (number: number) => Sent;

export interface CostRow {
  cheap: Make;
  /** Requests that are allowed and cost as much as possible, by what is special about them. */
  dear: Record<string, Make>;
  /** How many tokens of its limit such a request costs, where that isn't one. */
  tokens?: Record<string, number>;
}

const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0';
const onDesktop = { 'user-agent': DESKTOP };

const get = (path: string, headers: Record<string, string> = {}, address?: string): Sent => ({
  method: 'GET',
  path,
  headers: { 'user-agent': iphone.browser.userAgent, accept: 'text/html', ...headers },
  ...(address === undefined ? {} : { address }),
});

const keys = { authorization: `Bearer ${COSTLY.publishable}`, 'x-app-id': COSTLY.id };

const ask = (path: string, body: unknown, number: number, address?: string): Sent => ({
  method: 'POST',
  path,
  headers: { ...keys, 'content-type': 'application/json', 'x-install-id': `install-${number}` },
  body: JSON.stringify(body),
  ...(address === undefined ? {} : { address }),
});

/** Different for each number, and of this length. */
const filled = (number: number, length: number, filler = 'xQ7') => `${number}-`.padEnd(length, filler);

/** As many languages as a header has room for, none of which is the page's. */
const languages = (number: number) =>
  Array.from({ length: 160 }, (_, place) => {
    const letters = number * 160 + place;
    return [letters % 26, Math.floor(letters / 26) % 26, Math.floor(letters / 676) % 26]
      .map((letter) => String.fromCharCode(97 + letter))
      .join('');
  }).join(',');

const agent = (number: number) => `Mozilla/5.0 (Linux; Android ${number}; ${'K; '.repeat(250)}) Chrome/${number}`;

const events = (number: number, count: number, data?: unknown) => ({
  installId: `install-${number}`,
  events: Array.from({ length: count }, (_, place) => ({ id: `${number}-${place}`, name: 'share', data })),
});

const EVENTS_AT_ONCE = 100;
const KIB = 1024;

/** Tokens of a body: one for each 16 KiB. */
const tokensOf = (bytes: number) => Math.ceil(bytes / (16 * KIB));

const fullBody = (number: number) => events(number, 7, filled(number, 32 * KIB - 2));

/** A network may send 50 events a second and 20 requests, so a batch of a hundred uses what 40 requests would. */
const OF_EVENTS = EVENTS_AT_ONCE / 2.5;

/** A network gets ten matches of this kind a day. In the same day it may send 20 requests a second. */
const OF_PASTES = (20 * 24 * 60 * 60) / 10;

const device = { screenWidth: 393, screenHeight: 852, scale: 3, timezone: 'Europe/Berlin' };

const signIn = (key: string): Sent => ({
  method: 'POST',
  path: '/api/session',
  headers: { 'content-type': 'application/json', origin: `http://${COSTLY.host}` },
  body: JSON.stringify({ key }),
});

const association: CostRow = {
  cheap: () => get('/.well-known/apple-app-site-association'),
  dear: { 'a host of nobody': (n) => get('/.well-known/assetlinks.json', { host: `${filled(n, 60, 'h')}.test` }) },
};

/** The cheapest and the dearest requests of every route that takes no secret. A route without a row fails a test. */
export const COST_ROWS: Readonly<Record<string, CostRow>> = {
  'GET /{code}': {
    cheap: () => get(`/${COSTLY.code}`),
    dear: {
      'a code to scan with a query': (n) => get(`/${COSTLY.code}?q=${filled(n, 80)}`, onDesktop),
      'a long query': (n) => get(`/${COSTLY.code}?utm_source=${filled(n, 1_990, '&')}`, onDesktop),
      languages: (n) => get(`/${COSTLY.code}`, { 'accept-language': languages(n) }),
      'a long agent': (n) => get(`/${COSTLY.code}`, { 'user-agent': agent(n) }),
      'a code that nobody has': (n) => get(`/${filled(n, 190)}`),
    },
  },
  'GET /*': {
    cheap: () => get('/product/42'),
    dear: {
      'a code to scan': (n) => get(`/p/${filled(n, 90)}`, onDesktop),
      'a long path': (n) => get(`/p/${filled(n, 2_000, '&')}?${filled(n, 1_990, '&')}`, onDesktop),
      'a campaign': (n) => get(`/p/${n}?utm_source=${filled(n, 100)}&utm_campaign=${filled(n, 100)}`),
    },
  },
  'GET /api/icons/:app/:name': {
    cheap: () => get(`/api/icons/${COSTLY.id}/${'0'.repeat(32)}.png`),
    dear: {
      'the largest icon': () => get(`/api/icons/${COSTLY.id}/${iconName}`),
      'an unknown name': (n) => get(`/api/icons/${COSTLY.id}/${String(n).padStart(32, '0')}.png`),
    },
  },
  'POST /api/clicks/{id}/device': {
    cheap: (n) => ({
      ...ask(`/api/clicks/${n}/device?app=${COSTLY.id}`, {}, n),
      headers: { 'content-type': 'application/json' },
    }),
    dear: {
      'a click that there is': (n) => ({
        ...ask(`/api/clicks/${nextClick()}/device?app=${COSTLY.id}`, device, n),
        headers: { 'content-type': 'application/json' },
      }),
      'all that fits': (n) => ({
        ...ask(`/api/clicks/${filled(n, 190)}/device?app=${COSTLY.id}`, { ...device, model: filled(n, 99) }, n),
        headers: { 'content-type': 'application/json' },
      }),
    },
  },
  'POST /api/clicks/{id}/store-tap': {
    cheap: (n) => ({ ...ask(`/api/clicks/${n}/store-tap?app=${COSTLY.id}`, {}, n), headers: {} }),
    dear: {
      'a click that there is': (n) => ({
        ...ask(`/api/clicks/${nextClick()}/store-tap?app=${COSTLY.id}`, {}, n),
        headers: {},
      }),
      'a long id': (n) => ({ ...ask(`/api/clicks/${filled(n, 190)}/store-tap?app=${COSTLY.id}`, {}, n), headers: {} }),
    },
  },
  'POST /api/session': {
    cheap: () => signIn('guess'),
    dear: { 'a long key': (n) => signIn(filled(n, 250 * KIB)) },
    tokens: { 'a long key': tokensOf(250 * KIB) },
  },
  'GET /api/session': {
    cheap: () => get('/api/session'),
    dear: {
      'many cookies': (n) =>
        get('/api/session', { cookie: Array.from({ length: 300 }, () => `deferred_link_session=${n}`).join('; ') }),
    },
  },
  'DELETE /api/session': {
    cheap: () => ({ method: 'DELETE', path: '/api/session', headers: { origin: `http://${COSTLY.host}` } }),
    dear: {
      'many cookies': (n) => ({
        method: 'DELETE',
        path: '/api/session',
        headers: {
          origin: `http://${COSTLY.host}`,
          cookie: Array.from({ length: 300 }, (_, place) => `deferred_link_session=${n}${place}`).join('; '),
        },
      }),
    },
  },
  'GET /banner.js': {
    cheap: () => get('/banner.js'),
    dear: {
      languages: (n) => get('/banner.js', { 'accept-language': languages(n) }),
      'a host of nobody': (n) => get('/banner.js', { host: `${filled(n, 60, 'h')}.test` }),
    },
  },
  'GET /dashboard/*': {
    cheap: () => get('/dashboard/nothing'),
    dear: {
      'many tags': (n) => get('/dashboard/', { 'if-none-match': Array.from({ length: 1_000 }, () => n).join() }),
    },
  },
  'GET /.well-known/apple-app-site-association': association,
  'GET /.well-known/assetlinks.json': association,
  'GET /api/tls/ask': {
    cheap: () => get(`/api/tls/ask?domain=${COSTLY.host}`),
    dear: { 'a host of nobody': (n) => get(`/api/tls/ask?domain=${filled(n, 4_000)}`) },
  },
  'GET /api/openapi.json': {
    cheap: () => get('/api/openapi.json'),
    dear: { 'with a query': (n) => get(`/api/openapi.json?${filled(n, 4_000)}`) },
  },
  'GET /health': { cheap: () => get('/health'), dear: { 'with a query': (n) => get(`/health?${filled(n, 4_000)}`) } },
  'GET /ready': { cheap: () => get('/ready'), dear: { 'with a query': (n) => get(`/ready?${filled(n, 4_000)}`) } },
  'POST /api/link/match-link': {
    cheap: (n) => ask('/api/link/match-link', { clickId: `none-${n}` }, n),
    dear: {
      'a click of its own': (n) => ask('/api/link/match-link', { clickId: nextClick() }, n),
      'a crowded network': (n) => ask('/api/link/match-link', iphone.fingerprint, n, CROWD.address),
      'everything at its longest': (n) =>
        ask(
          '/api/link/match-link',
          {
            ...iphone.fingerprint,
            userAgent: filled(n, 8_000, 'Chrome/'),
            locale: Array.from({ length: 50 }, () => ({ languageTag: filled(n, 200) })),
            pastedLink: `https://elsewhere.test/${filled(n, 2_000)}?${filled(n, 6_000, '&')}`,
          },
          n
        ),
      'a link that was copied by hand': (n) =>
        ask(
          '/api/link/match-link',
          { pastedLink: `https://${COSTLY.host}/${filled(n, 2_000)}?${filled(n, 2_000)}` },
          n
        ),
    },
    tokens: { 'a link that was copied by hand': OF_PASTES },
  },
  'POST /api/link/resolve-short': {
    cheap: (n) => ask('/api/link/resolve-short', { url: `https://${COSTLY.host}/${COSTLY.code}` }, n),
    dear: {
      'a long path': (n) =>
        ask(
          '/api/link/resolve-short',
          { url: `https://${COSTLY.host}/p/${filled(n, 2_000)}?${filled(n, 6_000, '&')}` },
          n
        ),
      'a full body': (n) =>
        ask('/api/link/resolve-short', { url: `https://${COSTLY.host}/${COSTLY.code}`, x: filled(n, 250 * KIB) }, n),
    },
    tokens: { 'a full body': tokensOf(250 * KIB) },
  },
  'POST /api/link/events': {
    cheap: (n) => ask('/api/link/events', events(n, 1), n),
    dear: {
      'a hundred events': (n) => ask('/api/link/events', events(n, EVENTS_AT_ONCE), n),
      'a full body': (n) => ask('/api/link/events', fullBody(n), n),
    },
    tokens: { 'a hundred events': OF_EVENTS, 'a full body': tokensOf(7 * 32 * KIB) },
  },
  'POST /api/link/create': {
    cheap: (n) => ask('/api/link/create', { route: `/p/${n}` }, n),
    dear: {
      'all that fits': (n) =>
        ask(
          '/api/link/create',
          { route: `/p/${filled(n, 2_000)}`, data: { a: filled(n, 8_000) }, title: filled(n, 140) },
          n
        ),
    },
  },
};
