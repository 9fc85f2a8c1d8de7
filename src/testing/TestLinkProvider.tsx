import { useEffect, useState, type JSX, type ReactNode } from 'react';
import { LinkContext } from '../react/useLinkContext';
import { useLinkValue } from '../react/useSession';
import { app, linkState } from '../app';
import type { Link, LinkType } from '../types';
import { testLink } from './openLink';

/** The props of `TestLinkProvider`. */
export interface TestLinkProviderProps {
  /** The link that was found, absolute or a path such as `/product/42`. */
  link?: string | null | undefined;
  /**
   * How it reached the app.
   * @default by its scheme; `deferred` for a path
   */
  linkType?: LinkType | undefined;
  /** What was attached to the link when it was made. */
  linkData?: Link['data'] | undefined;
  /** How a deferred link was matched. */
  linkMatch?: Link['match'] | undefined;
  /**
   * Whether the search for a link has ended.
   * @default true
   */
  isLinkProcessed?: boolean | undefined;
  /**
   * What `getInstallId` resolves to; `null` as if consent was not granted.
   * @default 'test-install'
   */
  installId?: string | null | undefined;
  children: ReactNode;
}

/** Sets the session's state once per change, however often React calls it. */
function createStateSetter() {
  let last: string | undefined;
  return ({ link = null, linkType, linkData, linkMatch, isLinkProcessed = true }: TestLinkProviderProps) => {
    const next = JSON.stringify([link, linkType, linkData, linkMatch, isLinkProcessed]);
    if (next === last) return;
    last = next;
    const facts = { type: linkType, data: linkData, match: linkMatch };
    linkState.publish(!isLinkProcessed ? undefined : link === null ? null : testLink(link, facts));
  };
}

/**
 * Stands in for `LinkProvider` in an app's own tests. The test sets the link state; nothing native is called, and
 * nothing is sent. `useLinkContext`, `useLinkEvent` and the navigation entries work under it as usual.
 *
 * @example
 * render(<TestLinkProvider link="https://shop.example/product/42"><App /></TestLinkProvider>);
 */
export function TestLinkProvider(props: TestLinkProviderProps): JSX.Element {
  const [setState] = useState(() => {
    const setter = createStateSetter();
    // Before the first render of the children, as if the search had ended long ago.
    setter(props);
    return setter;
  });
  const { installId = 'test-install' } = props;
  useEffect(() => app.start({ installId: () => Promise.resolve(installId) }), [installId]);
  useEffect(() => setState(props));

  return <LinkContext.Provider value={useLinkValue()}>{props.children}</LinkContext.Provider>;
}
