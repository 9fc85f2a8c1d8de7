import { useContext, useEffect, useState } from 'react';
import { configure, mountProvider } from '../app';
import type { Provider } from '../providers';
import type { Config, LinkContextType } from '../types';
import { LinkContext } from './LinkContext';
import { useLinkValue } from './useLinkValue';

/** Starts the session with the first provider. A provider inside another one decides nothing. */
export function useSession(config: Config, isDeaf = false): LinkContextType {
  const isNested = useContext(LinkContext) !== null;
  const [provider] = useState<Provider>({});
  useEffect(() => (isNested ? undefined : mountProvider(provider)), [isNested, provider]);
  // It ignores a provider that is not mounted there.
  useEffect(() => configure(provider, config, isDeaf), [provider, config, isDeaf]);
  return useLinkValue();
}
