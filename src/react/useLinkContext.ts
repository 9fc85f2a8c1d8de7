import { useContext } from 'react';
import type { LinkContextType } from '../types';
import { LinkContext } from './LinkContext';

/** The state of the search for a link; route by it once `isLinkProcessed` is true, then call `clearLink()`. */
export function useLinkContext(): LinkContextType {
  const context = useContext(LinkContext);
  if (!context)
    throw new Error('[Link] useLinkContext() needs a LinkProvider above it: wrap your root component in one.');
  return context;
}
