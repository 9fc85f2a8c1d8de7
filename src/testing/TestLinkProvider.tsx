import { useEffect, useState, type JSX, type ReactNode } from 'react';
import { LinkContext } from '../react/LinkContext';
import { useLinkValue } from '../react/useLinkValue';
import { linkState, noteProvider } from '../runtime';
import type { LinkType } from '../types';
import { foundLink } from './foundLink';

/** The props of `TestLinkProvider`. */
export interface TestLinkProviderProps {
  /** The link that was found, absolute or a path such as `/product/42`. */
  link?: string | null | undefined;
  /**
   * How it reached the app.
   * @default by its scheme; `deferred` for a path
   */
  linkType?: LinkType | undefined;
  /**
   * Whether the search for a link has ended.
   * @default true
   */
  isLinkProcessed?: boolean | undefined;
  children: ReactNode;
}

/** Sets the session's state, once per change however often React calls it. */
function createStateSetter() {
  let last = '';
  return (link: string | null, linkType: LinkType | undefined, isLinkProcessed: boolean) => {
    const next = [link, linkType, isLinkProcessed].join('\n');
    if (next === last) return;
    last = next;
    linkState.publish(!isLinkProcessed ? undefined : link === null ? null : foundLink(link, linkType));
  };
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
  const [setState] = useState(() => {
    const setter = createStateSetter();
    // Before the first render of the children, as if the search had ended long ago.
    setter(link, linkType, isLinkProcessed);
    return setter;
  });
  useEffect(noteProvider, []);
  useEffect(() => setState(link, linkType, isLinkProcessed), [setState, link, linkType, isLinkProcessed]);

  return <LinkContext.Provider value={useLinkValue()}>{children}</LinkContext.Provider>;
}
