import { getStateFromPath } from '@react-navigation/native';
// React Navigation is an ES module, and our declarations are not (TS1479).
import type { LinkingOptions, ParamListBase } from '@react-navigation/native' with { 'resolution-mode': 'import' };
import { linkState, ports } from '../app';
import type { Link } from '../types';
import { initialUrl, isDisplayed, join, noteRendered, offeredFor } from './handOver';
import { noteOpened } from './openedLinks';
import { PREFIX, urlOf } from './urlOf';

/** React Navigation's linking options, without `getInitialURL` and `subscribe`. */
export interface LinkingSetup<ParamList extends object> extends Omit<
  LinkingOptions<ParamList>,
  'prefixes' | 'getInitialURL' | 'subscribe'
> {
  /** Prefixes of URLs that you open yourself. This library's links need none, because their host doesn't matter. */
  prefixes?: string[] | undefined;
}

type State = ReturnType<typeof getStateFromPath>;

/** The link that is being sent to a container now, and whether the container was ready for it. */
let sending: { link: Link; isReceived: boolean } | undefined;
/** The link whose state React Navigation asks for next. */
let expected: Link | undefined;

/** React Navigation reads the routes of a state when it renders them, and never those of one that it ignores. */
function withNotice<S extends NonNullable<State>>(state: S, onRead: () => void): S {
  // A getter in the object literal would be read at once: some apps compile the spread to Object.assign.
  return Object.defineProperty({ ...state }, 'routes', {
    enumerable: true,
    get() {
      onRead();
      return state.routes;
    },
  });
}

/**
 * Creates the `linking` prop of a `NavigationContainer`. The first screen waits for the search to end, and each link is
 * opened exactly once. A link that can't be opened yet waits until a container mounts or is enabled.
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
  function accepts({ url }: Pick<Link, 'url'>): boolean {
    try {
      return !filter || filter(url);
    } catch (error) {
      ports.reportFailure('createLinking', error);
      return false;
    }
  }

  return {
    ...options,
    prefixes: [PREFIX, ...prefixes],
    getInitialURL: () => initialUrl(accepts),

    // A container asks this before it opens a URL. If we just sent it a link, the question proves that it is ready.
    filter(url) {
      expected = undefined;
      const link = sending?.link ?? offeredFor(url);
      // The app itself hands over a URL, such as one of a notification.
      if (!link) return accepts({ url });
      if (sending) {
        sending.isReceived = true;
        if (isDisplayed(link)) {
          linkState.take();
          return false;
        }
        // The app is asked only now: a container that isn't ready is tried again and again. A link of an earlier launch
        // is sent again once it is erased.
        if (!accepts(link) || !linkState.claim()) return false;
      }
      expected = link;
      return true;
    },

    getStateFromPath(path, config) {
      const parse = options.getStateFromPath ?? getStateFromPath;
      const link = expected;
      expected = undefined;
      // The app itself asks for the state of some path.
      if (!link) return parse(path, config);
      let state: State;
      try {
        state = parse(path, config);
      } catch (error) {
        // If we threw it on, it would reach the session, or unmount the app.
        ports.reportFailure('open', error);
        return undefined;
      }
      if (state) noteOpened(state, link);
      if (!sending) return state && withNotice(state, () => noteRendered(link));
      if (state) linkState.take();
      else if (__DEV__)
        ports.log.advise(
          `No screen matches ${link.route.replace(/\?.*/, '?…')}: add its path to config.screens in createLinking, or ` +
            'refuse the link with filter. It stays in useLinkContext().'
        );
      return state;
    },

    subscribe: (listener) =>
      join({
        send(link) {
          const mine = (sending = { link, isReceived: false });
          try {
            listener(urlOf(link));
          } catch (error) {
            ports.reportFailure('open', error);
          }
          sending = undefined;
          // The container accepted the link, and yet asked for no state of it.
          if (__DEV__ && expected)
            ports.log.advise(
              `React Navigation did not open ${urlOf(link).replace(/\?.*/, '?…')}: pass prefixes, filter and ` +
                'getStateFromPath to createLinking, instead of replacing them in the object that it returns.'
            );
          expected = undefined;
          return mine.isReceived;
        },
      }),
  };
}
