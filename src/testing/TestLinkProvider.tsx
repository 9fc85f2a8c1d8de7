import { useEffect, useRef, useState, type JSX, type ReactNode } from 'react';
import { LinkContext } from '../react/LinkContext';
import { useLinkValue } from '../react/useLinkValue';
import { linkState } from '../runtime';
import type { LinkType } from '../types';
import { foundLink } from './foundLink';

/** The props of `TestLinkProvider`. */
export interface TestLinkProviderProps {
  /** The link that was found, absolute or a path such as `/product/42`. */
  link?: string | null;
  /**
   * How it reached the app.
   * @default by its scheme; `deferred` for a path
   */
  linkType?: LinkType;
  /**
   * Whether the search for a link has ended.
   * @default true
   */
  isLinkProcessed?: boolean;
  children: ReactNode;
}

/**
 * Stands in for `LinkProvider` in an app's own tests: the link state is what the test says, nothing native is
 * called and nothing is sent. `useLinkContext`, `useLinkEvent` and the navigation entries work under it as ever.
 *
 * @example
 * render(<TestLinkProvider link="https://shop.example/product/42"><App /></TestLinkProvider>);
 */
export function TestLinkProvider({
  link = null,
  linkType,
  isLinkProcessed = true,
  children,
}: TestLinkProviderProps): JSX.Element {
  const told = [link, linkType, isLinkProcessed].join('\n');
  const shown = useRef('');

  function show() {
    if (shown.current === told) return;
    shown.current = told;
    if (isLinkProcessed) linkState.set({ phase: 'done', link: link === null ? null : foundLink(link, linkType) });
    else linkState.set({ phase: 'looking' });
  }

  // Before the first render of the children, as if the search had ended long ago.
  useState(show);
  useEffect(show);

  return <LinkContext.Provider value={useLinkValue()}>{children}</LinkContext.Provider>;
}
