import { useEffect, useState, type JSX, type ReactNode } from 'react';
import { LinkContext } from '../react/useLinkContext';
import { useLinkValue } from '../react/useSession';
import { app, linkState } from '../app';
import { linkFromTarget } from '../core/linkFromTarget';
import { parseLink } from '../core/parseLink';
import type { Link, LinkType } from '../types';
import { testLink } from './openLink';

/** The props of `TestLinkProvider`. */
export interface TestLinkProviderProps {
  /** The link that the app receives: absolute, or a path such as `/product/42`. */
  link?: string | null | undefined;
  /**
   * How the link reached the app.
   * @default by its scheme; `deferred` for a path
   */
  linkType?: LinkType | undefined;
  /** The link's `data`. */
  linkData?: Link['data'] | undefined;
  /** The `match` of a deferred link. */
  linkMatch?: Link['match'] | undefined;
  /**
   * Whether the search for a link has ended.
   * @default true
   */
  isLinkProcessed?: boolean | undefined;
  /**
   * What `getInstallId` resolves to; `null` stands for an app without consent.
   * @default 'test-install'
   */
  installId?: string | null | undefined;
  /**
   * The link that `getInstallLink` resolves to: absolute, or a path.
   * @default the `link`, if it is a deferred one
   */
  installLink?: string | null | undefined;
  /** The app or screen under test. */
  children: ReactNode;
}

type LinkProps = Pick<TestLinkProviderProps, 'link' | 'linkType' | 'linkData' | 'linkMatch'>;

const shownLink = ({ link, linkType, linkData, linkMatch }: LinkProps): Link | null =>
  link == null ? null : testLink(link, { type: linkType, data: linkData, match: linkMatch });

function installLinkOf({ installLink, ...props }: TestLinkProviderProps): Link | null {
  if (installLink != null) return testLink(installLink, { type: 'deferred' });
  const link = installLink === undefined ? shownLink(props) : null;
  return link?.type === 'deferred' ? link : null;
}

/** What the app asks outside of React. */
const standIn = (props: TestLinkProviderProps): Parameters<typeof app.start>[0] => ({
  installId: () => Promise.resolve(props.installId === undefined ? 'test-install' : props.installId),
  installLink: () => Promise.resolve(installLinkOf(props)),
  openLink(url) {
    const link = parseLink(url);
    if (link) linkState.publish(linkFromTarget(link, link.type));
    return link !== null;
  },
});

/** Sets the session's state once per change, however often React calls it. */
function createStateSetter() {
  let last: string | undefined;
  return ({ link = null, linkType, linkData, linkMatch, isLinkProcessed = true }: TestLinkProviderProps) => {
    const next = JSON.stringify([link, linkType, linkData, linkMatch, isLinkProcessed]);
    if (next === last) return;
    last = next;
    linkState.publish(isLinkProcessed ? shownLink({ link, linkType, linkData, linkMatch }) : undefined);
  };
}

/**
 * Replaces `LinkProvider` in your app's tests. The test sets the link; nothing native is called, and nothing is sent.
 * `useLinkContext`, `useLinkEvent` and the navigation entries work as usual.
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
  useEffect(() => app.start(standIn(props)));
  useEffect(() => setState(props));

  return <LinkContext.Provider value={useLinkValue()}>{props.children}</LinkContext.Provider>;
}
