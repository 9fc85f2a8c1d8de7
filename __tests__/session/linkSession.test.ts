import { resolveConfig } from '../../src/core/resolveConfig';
import type { Verdict } from '../../src/core/sessionState';
import type { Ports } from '../../src/ports';
import { createLinkSession } from '../../src/session/linkSession';
import { createLinkState } from '../../src/session/linkState';
import type { SessionParts } from '../../src/session/SessionParts';
import { settle } from '../support/createDevice';

const fail = () => {
  throw new Error('unexpected');
};

const FOUND = { url: '/found', route: '/found' };

interface Faults {
  parts?: Partial<SessionParts>;
  clock?: Partial<Ports['clock']>;
  initialUrl?: string;
  run?: Verdict['run'];
}

/** A session all of whose surroundings work, but for what `faults` replaces. */
function startSession({ parts, clock, initialUrl, run = 'first' }: Faults) {
  const errors: string[] = [];
  let open: (url: unknown) => void = () => {};
  const ports = {
    os: 'ios',
    clock: {
      now: () => Date.now(),
      elapsed: () => Date.now(),
      after: (ms: number, run: () => void) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      ...clock,
    },
    log: { error: (what: string, reason: string) => void errors.push(`${what}: ${reason}`), advise() {} },
    initialLink: () => initialUrl ?? null,
    onLink: (listener: typeof open) => void (open = listener),
    installTime: [() => Date.now()],
    device: {},
    clipboard: [() => false],
    missingAdvice() {},
  } as unknown as Ports;
  const config = { API_KEY: 'key', appID: 'app', baseUrl: 'https://links.test', retryUnansweredMatch: true };
  const linkState = createLinkState(undefined, (what) => void errors.push(what));
  createLinkSession(
    {
      ports,
      settings: resolveConfig(config),
      service: {
        askForLink: (endpoint) =>
          Promise.resolve(endpoint === 'match-link' ? { kind: 'found', target: FOUND } : { kind: 'none' }),
        send: () => Promise.resolve({ kind: 'accepted' }),
      },
      install: {
        isAllowed: () => true,
        open: () => Promise.resolve({ run }),
        id: () => Promise.resolve('install'),
        noteUsed: () => Promise.resolve(true),
        link: () => Promise.resolve(undefined),
        noteLaunch: () => Promise.resolve(),
        isReload: () => Promise.resolve(false),
        shelveUnopened: () => Promise.resolve(true),
        noteUnanswered: () => Promise.resolve(true),
        mayAskAgain: () => false,
        mayMatchClipboard: () => Promise.resolve(false),
        forget() {},
      },
      trace: () => () => {},
      filter: () => true,
      ...parts,
    },
    linkState
  ).start();
  return { errors, linkState, tap: (url: string) => open(url) };
}

/** A service that finds a short link, and fails at one endpoint. */
const serviceWithout = (failing: string): SessionParts['service'] => ({
  askForLink: (endpoint) => {
    if (endpoint === failing) return fail();
    const target = {
      url: 'https://go.test/abc',
      route: '/abc',
      type: 'verified',
      host: 'go.test',
      isShort: true,
    } as const;
    return Promise.resolve({ kind: 'found', target });
  },
  send: () => Promise.resolve({ kind: 'accepted' }),
});

test('a match that throws what nobody expects ends the search, and no link after it is lost', async () => {
  const session = startSession({ parts: { service: serviceWithout('match-link') } });
  await settle();
  expect(session.linkState.get()).toBeNull();
  expect(session.errors).toEqual(['search: Error: unexpected']);
  session.tap('shop://cart');
  await settle();
  expect(session.linkState.get()).toMatchObject({ route: '/cart' });
});

test.each([
  ['a direct link', { initialUrl: 'https://go.test/abc' }, 'verified'],
  ['a deferred link', {}, 'deferred'],
])('%s is told as it stands where resolving it throws', async (_, faults, type) => {
  const session = startSession({ ...faults, parts: { service: serviceWithout('resolve-short') } });
  await settle();
  expect(session.linkState.get()).toMatchObject({ url: 'https://go.test/abc', route: '/abc', type });
});

test('a record of steps that throws keeps no link from the app', async () => {
  const session = startSession({ parts: { trace: (step) => (step === 'publish' ? fail() : () => {}) } });
  await settle();
  expect(session.linkState.get()).toMatchObject({ route: '/found' });
  expect(session.errors).toEqual(['search: Error: unexpected']);
});

test('a deadline that can’t be called off tells nothing when the app has gone on long before', async () => {
  const session = startSession({
    clock: {
      after: (ms, run) => {
        setTimeout(run, ms);
        return () => {};
      },
    },
    run: 'unanswered',
    parts: { service: { askForLink: () => new Promise(() => {}), send: () => Promise.resolve({ kind: 'accepted' }) } },
  });
  await settle();
  expect(session.linkState.get()).toBeNull();
  jest.advanceTimersByTime(10_000);
  await settle();
  expect(session.errors).toEqual([]);
});
