import { createProviders, type Provider } from '../src/providers';
import type { Config } from '../src/types';

const config = (appID: string): Config => ({ API_KEY: 'pk', appID });

/** Providers, and whose config was decided on, in order. */
function create() {
  const decided: string[] = [];
  const advise = jest.fn<void, [string]>();
  const providers = createProviders(
    { advise },
    ({ appID }, isDeaf) => void decided.push(isDeaf ? `${appID}, deaf` : appID)
  );
  const mount = (appID: string, isNested = false) => {
    const provider: Provider = {};
    const unmount = providers.mount(provider, isNested);
    const configure = (name: string, isDeaf = false) => providers.configure(provider, config(name), isDeaf);
    configure(appID);
    return { unmount, configure };
  };
  return { providers, decided, advise, mount };
}

test('the oldest provider decides, whatever the others are given', () => {
  const { decided, mount } = create();
  const first = mount('first');
  mount('second').configure('changed');
  first.configure('newer', true);
  expect(decided).toEqual(['first', 'newer, deaf']);
});

test('when it unmounts, the next oldest decides with its newest config', async () => {
  const { decided, mount } = create();
  const first = mount('first');
  mount('second').configure('newest of second');
  mount('third');
  first.unmount();
  await Promise.resolve();
  expect(decided).toEqual(['first', 'newest of second']);
});

test('when several unmount in one tick, none in between has a say', async () => {
  const { decided, mount } = create();
  const all = ['first', 'second', 'third'].map((appID) => mount(appID));
  all.slice(0, 2).forEach(({ unmount }) => unmount());
  await Promise.resolve();
  expect(new Set(decided)).toEqual(new Set(['first', 'third']));
});

test('one that has no config yet when its turn comes waits for it', async () => {
  const { providers, decided, mount } = create();
  const first = mount('first');
  const second: Provider = {};
  providers.mount(second, false);
  first.unmount();
  // A rejection that nobody handles would be known by then.
  await new Promise((resolve) => setImmediate(resolve));
  expect(decided).toEqual(['first']);
  providers.configure(second, config('second'), false);
  expect(decided).toEqual(['first', 'second']);
});

test('a provider inside another one decides nothing', () => {
  const { decided, mount } = create();
  mount('nested', true);
  expect(decided).toEqual([]);
});

test.each([
  ['inside', true],
  ['beside', false],
])('a provider %s another one is one too many, and development says so', (_, isNested) => {
  const { advise, mount } = create();
  mount('first');
  expect(advise).not.toHaveBeenCalled();
  mount('second', isNested);
  expect(advise).toHaveBeenCalledWith(expect.stringContaining('More than one LinkProvider'));
});
