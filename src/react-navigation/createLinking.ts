import type { LinkingOptions, ParamListBase } from '@react-navigation/native';
import { advise, clock, isProvided, linkState, reportFailure } from '../runtime';
import type { FoundLink } from '../session/linkState';

/** React Navigation's own linking options; where links come from is ours. */
export interface LinkingSetup<ParamList extends object> extends Omit<
  LinkingOptions<ParamList>,
  'prefixes' | 'getInitialURL' | 'subscribe'
> {
  /** Not needed for links of this library: their routes are read whatever host they are on. */
  prefixes?: string[];
}

/** A prefix of our own, since a deferred link's host is rarely one of the app's prefixes. */
const PREFIX = 'deferred-link://';
/** A provider starts in the same commit as the container; after this there is none around it. */
const PROVIDER_MS = 1000;
/** Between its initial state and its first screen a container drops every link: then it is tried again. */
const TRY_AGAIN_MS = 100;
const TRIES = 30;

/** Containers that are mounted; they share the session, so this is shared too. */
let containers = 0;
/** Handed out as the initial link by a render, which React may yet throw away. */
let offered: FoundLink | null = null;
/** On its way to a container that may not be ready for it. */
let underWay = false;

/** React Navigation 6 cuts a query at its second question mark. */
function urlOf({ route }: FoundLink): string {
  const [path = '', ...query] = route.slice(1).split('?');
  return `${PREFIX}${path}${query.length ? `?${query.join('%3F')}` : ''}`;
}

/**
 * The `linking` prop of a `NavigationContainer`: its first screen waits for the session, later links follow,
 * each exactly once. A link that nobody could open yet waits until a container mounts, or is enabled.
 *
 * @example
 * const linking = createLinking({ config: { screens: { Home: '', Product: 'product/:id' } } });
 * <NavigationContainer linking={linking} fallback={<Splash />}>…</NavigationContainer>
 */
export function createLinking<ParamList extends object = ParamListBase>({
  prefixes = [],
  filter,
  ...options
}: LinkingSetup<ParamList> = {}): LinkingOptions<ParamList> {
  function waiting(): FoundLink | null {
    const link = linkState.get();
    try {
      return link && (!filter || filter(link.url)) ? link : null;
    } catch (error) {
      reportFailure('The filter given to createLinking failed', error);
      return null;
    }
  }

  function takeInitialLink(): string | null {
    // Nobody would see it if the container has gone; the next one will get it.
    const link = containers > 0 ? waiting() : null;
    if (link) linkState.take();
    return link && urlOf(link);
  }

  return {
    ...options,
    prefixes: [PREFIX, ...prefixes],

    // Asked when a container is about to open a link: the proof that it was not dropped.
    filter() {
      if (!underWay) return true;
      underWay = false;
      return linkState.take() !== null;
    },

    // Called in render, twice under StrictMode: it must not take what a later call then misses.
    getInitialURL() {
      if (linkState.get() !== undefined) {
        offered = waiting();
        return offered && urlOf(offered);
      }
      return new Promise((resolve) => {
        const finish = () => {
          stopWaiting();
          callOff();
          // After the subscriber: a container that restores a state of its own ignores its initial URL.
          resolve(Promise.resolve().then(takeInitialLink));
        };
        const stopWaiting = linkState.subscribe(finish);
        const callOff = clock.after(PROVIDER_MS, () => {
          if (isProvided()) return;
          if (__DEV__) advise('NavigationContainer waits for a link, but no LinkProvider is around it: put one there.');
          finish();
        });
      });
    },

    subscribe(listener) {
      let callOff: (() => void) | undefined;
      function deliver(triesLeft: number) {
        callOff?.();
        const link = waiting();
        if (!link) return;
        underWay = true;
        try {
          listener(urlOf(link));
        } catch (error) {
          // Thrown on, it would end in the session.
          reportFailure('A link could not be opened', error);
        }
        if (underWay && triesLeft > 0) callOff = clock.after(TRY_AGAIN_MS, () => deliver(triesLeft - 1));
        underWay = false;
      }

      containers++;
      if (offered && waiting() === offered) linkState.take();
      offered = null;
      const stop = linkState.subscribe(() => deliver(TRIES));
      deliver(TRIES);
      return () => {
        containers--;
        callOff?.();
        stop();
      };
    },
  };
}
