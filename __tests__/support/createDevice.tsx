import { render, act } from '@testing-library/react-native';
import { StrictMode, type ComponentType, type ReactElement, type ReactNode } from 'react';
import type * as Library from 'react-native-deferred-link';
import { createNativeModules, type DeviceOptions } from './nativeModules';

export type { Phone } from './nativeModules';

type Config = Library.Config;
export type Context = Library.LinkContextType;

export const CONFIG: Config = { API_KEY: 'pk_test', appID: 'shop', baseUrl: 'https://links.test' };

/** A microtask-and-more: enough for a request through msw to be answered. */
export async function settle() {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** One run of the app's process. */
export interface Launch {
  library: typeof Library;
  /** The context at every render of a consumer, oldest first. */
  seen: Context[];
  context(): Context;
  clearLink(): Promise<void>;
  rerender(config?: Config): Promise<void>;
  /** The same within the turn, with nothing settled. */
  renderNow(config: Config): void;
  unmount(): Promise<void>;
  mount(): Promise<void>;
}

interface LaunchOptions {
  config?: Partial<Config> | null;
  /** Under StrictMode, which must stand at the root of the mount to run effects twice. */
  strict?: boolean;
  /** What an app that uses the library with its own screens renders instead of the probe. */
  children?: (library: typeof Library, Probe: ComponentType) => ReactNode;
  /** Another entry than the package itself, by a literal `require`: Jest finds the tests of a file by these. */
  load?: () => typeof Library;
}

/** A phone: what it is, what is installed on it, what its disk and clipboard hold, and who taps what. */
export function createDevice(options: DeviceOptions = {}) {
  const native = createNativeModules(options);
  const { phone } = native;

  /** Lets time pass, with everything that happens meanwhile. */
  async function wait(ms: number) {
    await act(async () => {
      await settle();
      // In steps, as requests are answered between timers.
      for (let left = ms; left > 0; left -= 50) {
        jest.advanceTimersByTime(Math.min(left, 50));
        await settle();
      }
    });
  }

  async function launch({
    config,
    strict,
    children,
    load = () => require('react-native-deferred-link') as typeof Library,
  }: LaunchOptions = {}): Promise<Launch> {
    native.install();
    const library = load();
    const seen: Context[] = [];
    function Probe() {
      seen.push(library.useLinkContext());
      return null;
    }
    const tree = (next: Config): ReactElement => {
      const root = (
        <library.LinkProvider config={next}>{children ? children(library, Probe) : <Probe />}</library.LinkProvider>
      );
      return strict ? <StrictMode>{root}</StrictMode> : root;
    };
    let current = (config === null ? undefined : { ...CONFIG, ...config }) as Config;
    let view = render(tree(current));
    await act(settle);
    return {
      library,
      seen,
      context: () => seen[seen.length - 1] as Context,
      async clearLink() {
        await act(async () => {
          seen[seen.length - 1]?.clearLink();
          await settle();
        });
      },
      async rerender(next = { ...current }) {
        current = next;
        view.rerender(tree(next));
        await act(settle);
      },
      renderNow(next) {
        current = next;
        view.rerender(tree(next));
      },
      async unmount() {
        view.unmount();
        await act(settle);
      },
      async mount() {
        view = render(tree(current));
        await act(settle);
      },
    };
  }

  return {
    phone,
    wait,
    launch,
    /** A link is tapped while the app runs. */
    async tap(url: unknown) {
      await act(async () => {
        native.emitLink(url);
        await settle();
      });
    },
    /** Something lies over the app for a moment: a call, the app switcher, a prompt. */
    async cover() {
      await act(async () => {
        native.emitAppState('inactive');
        await settle();
      });
    },
    async background() {
      await act(async () => {
        native.emitAppState('background');
        await settle();
      });
    },
    async foreground() {
      await act(async () => {
        native.emitAppState('active');
        await settle();
      });
    },
  };
}
