import type { Log } from './ports';
import type { Config } from './types';

/** A component that is mounted, or about to be. */
export interface Provider {
  /** Applies its newest config, if it is the one that decides. */
  apply?(): void;
}

/** Knows whose config counts: of several mounted providers the oldest decides, so none overrules its consent. */
export function createProviders({ advise }: Pick<Log, 'advise'>, decide: (config: Config, isDeaf: boolean) => void) {
  const mounted = new Set<Provider>();

  return {
    /** A provider inside another one decides nothing. */
    mount(provider: Provider, isNested: boolean): () => void {
      if (!isNested) mounted.add(provider);
      if (__DEV__ && (isNested || mounted.size > 1))
        advise('More than one LinkProvider is mounted; they share one session. Keep the outermost.');
      return () => {
        mounted.delete(provider);
        // When several providers unmount in one tick, wait until all are gone before choosing the next.
        void Promise.resolve().then(() => [...mounted][0]?.apply?.());
      };
    },

    configure(provider: Provider, config: Config, isDeaf: boolean) {
      provider.apply = () => {
        const [oldest] = mounted;
        if (provider === oldest) decide(config, isDeaf);
      };
      provider.apply();
    },

    forget: () => mounted.clear(),
  };
}
