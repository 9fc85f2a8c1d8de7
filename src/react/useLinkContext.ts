import { createContext, useContext } from 'react';
import type { LinkContextType } from '../types';

export const LinkContext = createContext<LinkContextType | null>(null);

/** The state of the search for a link. Once `isLinkProcessed` is true, go to `linkRoute` and call `clearLink()`. */
export function useLinkContext(): LinkContextType {
  const context = useContext(LinkContext);
  if (context) return context;
  const advice = __DEV__
    ? ': wrap your root component in one. If it is, your bundle contains two copies of the library.'
    : '';
  throw new Error(`[Link] useLinkContext() needs a LinkProvider above it${advice}`);
}
