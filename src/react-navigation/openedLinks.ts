import type { getStateFromPath } from '@react-navigation/native';
import type { Link } from '../types';

type State = NonNullable<ReturnType<typeof getStateFromPath>>;

/** As many screens as a person goes back through. */
const MOST_LINKS = 20;

/** The links that were opened last, by the path that React Navigation keeps with the screen of a URL. */
const links = new Map<string, Link>();

/** Notes the link that a state was made of, before any screen of it is rendered. */
export function noteOpened({ routes, index = routes.length - 1 }: State, link: Link) {
  const focused = routes[index];
  if (focused?.state) return noteOpened(focused.state, link);
  const path = focused?.path;
  if (path === undefined) return;
  // Put anew at the end, so that the first is the oldest.
  links.delete(path);
  links.set(path, link);
  const [oldest] = links.keys();
  if (oldest !== undefined && links.size > MOST_LINKS) links.delete(oldest);
}

export const openedBy = (path: string): Link | null => links.get(path) ?? null;

/** For tests. */
export const forgetOpened = () => links.clear();
