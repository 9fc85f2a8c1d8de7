import { createContext, useContext } from 'react';
import type { LinkContextType } from '../types';

export const LinkContext = createContext<LinkContextType | null>(null);

/** Returns the state of the search. Once `isLinkProcessed` is true, navigate to `linkRoute` and call `clearLink()`. */
export function useLinkContext(): LinkContextType {
  const context = useContext(LinkContext);
  if (context) return context;
  throw new Error(
    '[Link] useLinkContext() needs a LinkProvider above it' +
      (__DEV__ ? ': wrap your root component in one. If it is, your bundle contains two copies of the library.' : '')
  );
}
