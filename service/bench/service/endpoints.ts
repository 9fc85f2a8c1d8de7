import { iphone } from '../../__tests__/support/phones.ts';
import { addressOf, APP, codeOf, storeFreshClicks, type FreshClick } from './seed.ts';

const EVENTS_IN_BATCH = 20;

export interface Endpoint {
  name: string;
  goal: number;
  /** More requests than one round sends on any machine that we know; a round ends after the last. */
  most: number;
  prepare: (count: number) => Promise<string[]> | string[];
  /** The same requests, all for one link. */
  prepareOneLink?: (count: number) => string[];
}

type CodeOfPerson = (person: number) => string;
const sameCode: CodeOfPerson = () => codeOf(0);

interface Key {
  id: string;
  secret: string;
}

/** A request as bytes on the wire: of an app with a body and an install, of an owner with a key, or of a browser. */
export function http(method: string, path: string, address: string, body?: unknown, from?: string | Key): string {
  const json = body === undefined ? null : JSON.stringify(body);
  const owner = typeof from === 'object' ? from : null;
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${APP.host}`,
    // Each caller has its own address, as behind a proxy.
    `X-Forwarded-For: ${address}`,
    `User-Agent: ${json === null ? iphone.browser.userAgent : 'Bench/1 CFNetwork/1490.0.4 Darwin/23.2.0'}`,
    'Accept-Language: de-DE,de;q=0.9',
    ...(owner ? [`Authorization: Bearer ${owner.secret}`, `X-App-ID: ${owner.id}`] : []),
    ...(json === null
      ? ['Accept: text/html,application/xhtml+xml,*/*;q=0.8']
      : [
          ...(owner
            ? []
            : [
                `Authorization: Bearer ${APP.publishable}`,
                `X-App-ID: ${APP.id}`,
                'X-SDK: react-native-deferred-link/0.4.0',
              ]),
          // The library sends it with each request.
          ...(typeof from === 'string' ? [`X-Install-ID: ${from}`] : []),
          'Content-Type: application/json',
          `Content-Length: ${Buffer.byteLength(json)}`,
        ]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${json ?? ''}`;
}

let count = 0;
/** Every person has a number, which determines an address and an install. */
const nextPerson = () => (count += 1);
const installOf = (person: number) => `00000000-0000-4000-8000-${String(person).padStart(12, '0')}`;
const times = (most: number, make: () => string) => Array.from({ length: most }, make);

function eventsOf(person: number) {
  const at = new Date().toISOString();
  const events = Array.from({ length: EVENTS_IN_BATCH }, (_, index) => ({
    id: `${installOf(person)}-${index}`,
    name: 'add_to_cart',
    timestamp: at,
    data: { product: index, price: 19.9, currency: 'EUR' },
  }));
  return { installId: installOf(person), platform: 'ios', sentAt: at, events };
}

/** Requests with one purchase each: of phones, and of the app's server. */
export const singlePurchases = {
  ofPhones: (most: number) =>
    times(most, () => {
      const person = nextPerson();
      const { events, ...batch } = eventsOf(person);
      const body = { ...batch, events: events.slice(0, 1).map((event) => ({ ...event, name: 'purchase' })) };
      return http('POST', '/api/link/events', addressOf(person), body, installOf(person));
    }),
  ofServer: (most: number) =>
    times(most, () => {
      const person = nextPerson();
      const { events, installId } = eventsOf(person);
      const body = { events: events.slice(0, 1).map((event) => ({ ...event, name: 'purchase', installId })) };
      return http('POST', '/api/events', addressOf(person), body, APP);
    }),
};

/** What is measured, with the requests for a database at `url`. */
export function endpointsOn(url: string): Endpoint[] {
  /** People who have just clicked, each on another network, because a click can be claimed only once. */
  async function clickers(most: number, ask: (click: FreshClick) => string): Promise<string[]> {
    const first = count + 1;
    count += most;
    return (await storeFreshClicks(url, first, most)).map(ask);
  }
  const landingPages = (code: CodeOfPerson) => (most: number) =>
    times(most, () => http('GET', `/${code(nextPerson())}`, addressOf(count)));
  const resolves = (code: CodeOfPerson) => (most: number) =>
    times(most, () => {
      const person = nextPerson();
      const body = { url: `https://${APP.host}/${code(person)}` };
      return http('POST', '/api/link/resolve-short', addressOf(person), body, installOf(person));
    });
  return [
    {
      name: 'landing page',
      goal: 0.4,
      most: 30_000,
      prepare: landingPages(codeOf),
      prepareOneLink: landingPages(sameCode),
    },
    {
      name: 'resolve-short',
      goal: 0.4,
      most: 30_000,
      prepare: resolves(codeOf),
      prepareOneLink: resolves(sameCode),
    },
    {
      name: 'match by click id',
      goal: 0.2,
      most: 15_000,
      prepare: (most) =>
        clickers(most, ({ id, number, address }) =>
          http('POST', '/api/link/match-link', address, { clickId: id }, installOf(number))
        ),
    },
    {
      name: 'match by fingerprint',
      goal: 0.2,
      most: 15_000,
      prepare: (most) =>
        clickers(most, ({ number, address }) =>
          http('POST', '/api/link/match-link', address, iphone.fingerprint, installOf(number))
        ),
    },
    {
      name: `events, ${EVENTS_IN_BATCH} at once`,
      goal: 0.1,
      most: 8_000,
      prepare: (most) =>
        times(most, () => {
          const person = nextPerson();
          return http('POST', '/api/link/events', addressOf(person), eventsOf(person), installOf(person));
        }),
    },
  ];
}
