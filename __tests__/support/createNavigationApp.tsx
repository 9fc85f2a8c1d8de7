import type * as Native from '@react-navigation/native';
import type * as Stack from '@react-navigation/native-stack';
import type { JSX } from 'react';
import { Text } from 'react-native';
import type * as Integration from 'react-native-deferred-link/react-navigation';
import { linkServer } from './linkServer';
import { createNativeModules } from './nativeModules';

// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- React Navigation wants an index signature
type Screens = { Home: undefined; SignIn: undefined; Product: { id: string; ref?: string }; Cart: undefined };

/** The paths of the screens. */
export const SCREENS = { Home: '', SignIn: 'sign-in', Product: 'product/:id', Cart: 'cart' };

/** Params in one order: ` id=42 ref=mail`. */
const shown = (params: object = {}) =>
  Object.entries(params)
    .sort()
    .map(([name, value]) => ` ${name}=${value}`)
    .join('');

interface AppOptions {
  /** Rendered only when this says so. */
  isMounted?: () => boolean;
  isSignedIn?: () => boolean;
  /** How a signed-out person is kept out: by the `enabled` option. */
  isEnabled?: () => boolean;
  setup?: Integration.LinkingSetup<Screens>;
  /** What the app replaces in the linking object. */
  replaced?: Partial<Native.LinkingOptions<Screens>>;
  initialState?: Native.InitialState;
  /** Whether the navigator keeps a link whose screen is not there yet. */
  keepsUnhandled?: boolean;
  /** Whether the app forgets to keep the linking object between renders. */
  isLinkingRenewed?: boolean;
}

/** An app with the real React Navigation, loaded into the process that the device has started. */
export function createNavigationApp({
  isMounted = () => true,
  isSignedIn = () => true,
  isEnabled,
  ...options
}: AppOptions = {}) {
  let App: (() => JSX.Element | null) | undefined;

  /** Every state that the container had, as a stack of screens: the first one is its initial state. */
  const stacks: string[] = [];
  /** How many links were opened after the initial state. */
  let opened = 0;

  function load() {
    const native = require('@react-navigation/native') as typeof Native;
    const { createNativeStackNavigator } = require('@react-navigation/native-stack') as typeof Stack;
    const { createLinking } = require('react-native-deferred-link/react-navigation') as typeof Integration;
    const { Navigator, Screen } = createNativeStackNavigator<Screens>();
    const ref = native.createNavigationContainerRef<Screens>();
    const show = (name: string) =>
      function Show({ route }: { route: { params?: object | undefined } }) {
        return <Text>{`${name}${shown(route.params)}`}</Text>;
      };
    const components = { Home: show('Home'), SignIn: show('SignIn'), Product: show('Product'), Cart: show('Cart') };
    const setup = (): Integration.LinkingSetup<Screens> => ({
      prefixes: ['https://app.test'],
      config: { initialRouteName: 'Home', screens: SCREENS },
      getActionFromState(...args) {
        opened++;
        return native.getActionFromState(...args);
      },
      ...options.setup,
    });
    const linking = { ...createLinking(setup()), ...options.replaced };
    const record = () => {
      const stack = (ref.getRootState()?.routes ?? []).map(({ name, params }) => `${name}${shown(params)}`);
      if (stack.join(' > ') !== stacks[stacks.length - 1]) stacks.push(stack.join(' > '));
    };

    function App() {
      if (!isMounted()) return null;
      const current = options.isLinkingRenewed ? createLinking(setup()) : linking;
      return (
        <native.NavigationContainer<Screens>
          ref={ref}
          linking={isEnabled ? { ...current, enabled: isEnabled() } : current}
          fallback={<Text>fallback</Text>}
          {...(options.initialState && { initialState: options.initialState })}
          onReady={record}
          onStateChange={record}
        >
          <Navigator {...(options.keepsUnhandled && { UNSTABLE_routeNamesChangeBehavior: 'lastUnhandled' })}>
            {isSignedIn() ? (
              <>
                <Screen name="Home" component={components.Home} />
                <Screen name="Product" component={components.Product} />
                <Screen name="Cart" component={components.Cart} />
              </>
            ) : (
              <Screen name="SignIn" component={components.SignIn} />
            )}
          </Navigator>
        </native.NavigationContainer>
      );
    }
    return App;
  }

  return {
    stacks,
    opened: () => opened,
    children() {
      App ??= load();
      return <App />;
    },
  };
}

/** A phone whose first run finds a deferred link. */
export const DEFERRED = { os: 'android', referrer: 'clickId=abc' } as const;

/** Loads React Navigation once before the tests, and lets the service know the link of `DEFERRED` in each of them. */
export function setUpNavigation() {
  // Transforming all of it takes its time when nothing is cached.
  beforeAll(() => {
    createNativeModules({}).install();
    require('@react-navigation/native-stack');
  }, 120_000);

  beforeEach(() => {
    linkServer({
      'match-link': ({ body }) => (body.clickId ? { link: 'https://other.test/product/42?ref=mail' } : 404),
    });
  });
}
