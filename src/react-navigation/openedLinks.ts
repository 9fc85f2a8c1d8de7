import type { getStateFromPath } from '@react-navigation/native';
import type { Link } from '../types';

type State = NonNullable<ReturnType<typeof getStateFromPath>>;

/** More screens than a person goes back through. */
const MOST_LINKS = 20;

interface Opened {
  link: Link;
  /** What the link has given to its screen. */
  params: object;
}

/** The links that were opened last, by the path that React Navigation keeps with the screen of a URL. */
const links = new Map<string | undefined, Opened>();

/** Notes the link that a state was made of, before any screen of it is rendered. */
export function noteOpened({ routes, index = routes.length - 1 }: State, link: Link) {
  const focused = routes[index];
  if (focused?.state) return noteOpened(focused.state, link);
  if (focused?.path === undefined) return;
  const { path, params = {} } = focused;
  // It is added anew at the end, so that the first entry is the oldest.
  links.delete(path);
  links.set(path, { link, params });
  const [oldest] = links.keys();
  if (links.size > MOST_LINKS) links.delete(oldest);
}

/** The link that has opened the screen with this path, while it still shows what the link has asked for. */
export function openedBy(path: string | undefined, params: object = {}): Link | null {
  const opened = links.get(path);
  if (!opened) return null;
  // An app that navigates from a screen to the same screen changes its parameters, and React Navigation keeps the path.
  const now = new Map(Object.entries(params));
  return Object.entries(opened.params).every(([name, value]) => Object.is(now.get(name), value)) ? opened.link : null;
}

/** For tests. */
export const forgetOpened = () => links.clear();
