import { act, render } from '@testing-library/react-native';
import type * as Native from '@react-navigation/native';
import { dirname } from 'node:path';
import { StrictMode, Suspense, type ReactNode } from 'react';
import type * as Library from 'react-native-deferred-link';
import type * as Integration from 'react-native-deferred-link/react-navigation';
import type * as Kit from 'react-native-deferred-link/testing';
import { settle } from './createDevice';
import { createNativeModules } from './nativeModules';

/** Releases of React Navigation, by the name that each is installed under. */
export const RELEASES = ['@react-navigation/native', 'react-navigation-7.0', 'react-navigation-6'] as const;

export type Release = (typeof RELEASES)[number];

/** How often React renders while a test waits. */
const STEPS = 10;

// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- React Navigation wants an index signature
type Screens = { Home: undefined; Cart: undefined; Product: { id: string } };

interface ContainersOptions {
  release?: Release;
  strict?: boolean;
  setup?: Integration.LinkingSetup<Screens>;
  /** Whether containers restore a state that was saved. */
  isRestored?: boolean;
  /** Whether the app forgets to keep the linking object between renders. */
  isRenewed?: boolean;
}

/** One `NavigationContainer`, as the app renders it. */
export interface ContainerProps {
  key: string;
  enabled?: boolean;
  isRestored?: boolean;
}

function load(release: Release) {
  createNativeModules({}).install();
  if (release !== '@react-navigation/native') {
    jest.doMock('@react-navigation/native', () => jest.requireActual<object>(release));
  }
  if (release === 'react-navigation-7.0') {
    // It would get along with the newest core too, which has mended what this one does.
    const core = require.resolve('@react-navigation/core', { paths: [dirname(require.resolve(release))] });
    jest.doMock(core, () => jest.requireActual<object>('react-navigation-core-7.0'));
  }
  return {
    native: require('@react-navigation/native') as typeof Native,
    ...(require('react-native-deferred-link') as typeof Library),
    ...(require('react-native-deferred-link/react-navigation') as typeof Integration),
    ...(require('react-native-deferred-link/testing') as typeof Kit),
  };
}

/** Loading takes ten times as long as a test, so that those of a file share a process, as an app's own tests do. */
const loaded = new Map<Release, ReturnType<typeof load>>();

/** An app whose containers come and go as a test says, with the real React Navigation. */
export function createContainers({
  release = '@react-navigation/native',
  strict = false,
  setup,
  ...options
}: ContainersOptions = {}) {
  if (!loaded.has(release)) loaded.set(release, load(release));
  const { native, createLinking, useScreenLink, openLink, TestLinkProvider, useLinkContext } = loaded.get(
    release
  ) as ReturnType<typeof load>;
  const isVersion6 = !('createStaticNavigation' in native);

  /** Each opening of a link, as `container path`: as its first state, or by a later navigation. */
  const opened: string[] = [];
  /** Routes that a container has started with, by their keys: StrictMode tells of each twice. */
  const seen = new Set<string>();
  /** The data that each product has found with its link, by the product's id. */
  const found: Record<string, unknown> = {};
  let params: object | undefined;
  let waiting: unknown;

  const { Navigator, Screen } = native.createNavigatorFactory(function Stack({ children }: { children: ReactNode }) {
    // oxlint-disable-next-line typescript/no-deprecated -- the older releases need it
    const { state, descriptors, NavigationContent } = native.useNavigationBuilder(native.StackRouter as never, {
      children,
    });
    return <NavigationContent>{state.routes.map(({ key }) => descriptors[key]?.render())}</NavigationContent>;
  } as never)() as unknown as Record<'Navigator' | 'Screen', React.ComponentType<Record<string, unknown>>>;

  const linkingFor = (key: string) =>
    createLinking<Screens>({
      config: { screens: { Home: '', Cart: 'cart', Product: 'product/:id' } },
      getActionFromState(state, ...rest) {
        opened.push(`${key} ${state.routes[state.routes.length - 1]?.path?.replace(/^\/?/, '/')}`);
        return native.getActionFromState(state, ...rest);
      },
      ...setup,
    });
  const linkings = new Map<string, ReturnType<typeof linkingFor>>();
  function linkingOf(key: string) {
    if (options.isRenewed || !linkings.has(key)) linkings.set(key, linkingFor(key));
    return linkings.get(key) as ReturnType<typeof linkingFor>;
  }

  function Product({ route }: { route: { params: Screens['Product'] } }) {
    found[route.params.id] = useScreenLink()?.data;
    return null;
  }

  function Container({ id, enabled = true, isRestored = options.isRestored }: ContainerProps & { id: string }) {
    const ref = native.useNavigationContainerRef<Screens>();
    function onReady() {
      const { key, path } = ref.getCurrentRoute() as { key: string; path?: string };
      // Version 6 says so after it has subscribed, and may have been sent a link already.
      const isSent = isVersion6 && opened.some((opening) => opening.startsWith(`${id} `));
      if (path !== undefined && !isSent && !seen.has(key)) opened.push(`${id} ${path.replace(/^\/?/, '/')}`);
      seen.add(key);
      onStateChange();
    }
    const onStateChange = () => void (params = ref.getCurrentRoute()?.params);
    return (
      <native.NavigationContainer<Screens>
        ref={ref}
        linking={enabled ? linkingOf(id) : { ...linkingOf(id), enabled: false }}
        onReady={onReady}
        onStateChange={onStateChange}
        {...(isRestored && { initialState: { routes: [{ name: 'Home' }, { name: 'Cart' }] } })}
      >
        <Navigator>
          <Screen name="Home">{() => null}</Screen>
          <Screen name="Cart">{() => null}</Screen>
          <Screen name="Product" component={Product} />
        </Navigator>
      </native.NavigationContainer>
    );
  }

  function Probe() {
    waiting = useLinkContext().linkRoute;
    return null;
  }

  /** What keeps a first render of its neighbours from being committed. */
  let goOn = () => {};
  let loading: Promise<void> | undefined;
  function Slow() {
    if (loading) throw loading;
    return null;
  }

  function tree(containers: ContainerProps[]) {
    const app = (
      <TestLinkProvider isLinkProcessed={false}>
        <Probe />
        <Suspense fallback={null}>
          {containers.map(({ key, ...props }) => (
            <Container {...props} key={key} id={key} />
          ))}
          <Slow />
        </Suspense>
      </TestLinkProvider>
    );
    return strict ? <StrictMode>{app}</StrictMode> : app;
  }

  const view = render(tree([]));

  return {
    opened,
    found,
    /** What the screen that is shown was given. */
    params: () => params,
    /** The route that the context holds. */
    waiting: () => waiting,
    /** Renders these containers, and returns before anything else has happened. */
    render: (...containers: ContainerProps[]) => view.rerender(tree(containers)),
    open: (url: string, facts?: Kit.TestLinkFacts) => act(() => void openLink(url, facts)),
    /** From now on what is rendered is not committed. */
    suspend() {
      loading ??= new Promise((resolve) => {
        goOn = () => {
          loading = undefined;
          resolve();
        };
      });
    },
    resume: () => goOn(),
    unmount: () => view.unmount(),
    /** Lets time pass, in steps, as React renders between them. */
    async wait(ms = 0) {
      await act(settle);
      for (let step = 0; ms > 0 && step < STEPS; step++) {
        await act(async () => {
          jest.advanceTimersByTime(ms / STEPS);
          await settle();
        });
      }
    },
  };
}
