import type { getStateFromPath } from '@react-navigation/native';
import type { Link } from '../types';

type State = NonNullable<ReturnType<typeof getStateFromPath>>;

/** More screens than a person goes back through. */
const MAX_LINKS = 20;

interface Opened {
  link: Link;
  path: string;
  /** What the link gave to its screen. */
  params: object;
  /** The key of the route that shows it: unknown until its screen is committed, as React Navigation creates it late. */
  key?: string;
}

interface Route {
  key: string;
  path?: string | undefined;
  params?: object | undefined;
}

/** The links that were opened last, the newest first. */
let links: Opened[] = [];

/** Notes the link that a state was made of, before any screen of it is rendered. */
export function noteOpened({ routes, index = routes.length - 1 }: State, link: Link) {
  const focused = routes[index];
  if (focused?.state) return noteOpened(focused.state, link);
  if (focused?.path === undefined) return;
  const { path, params = {} } = focused;
  // A render that React threw away may have noted the same link before.
  links = [{ link, path, params }, ...links.filter((opened) => opened.link !== link)].slice(0, MAX_LINKS);
}

/** The newest link that opened this route and no other, while the route still shows what the link asked for. */
export function openedBy({ key, path, params = {} }: Route): Link | null {
  const now = new Map(Object.entries(params));
  const opened = links.find(
    (opened) =>
      opened.path === path &&
      (opened.key ?? key) === key &&
      // Navigating from a screen to the same screen changes its parameters, and React Navigation keeps the path.
      Object.entries(opened.params).every(([name, value]) => Object.is(now.get(name), value))
  );
  return opened?.link ?? null;
}

/** Notes that the screen of this route is committed, and shows the link. */
export function noteShown(link: Link | null, key: string) {
  for (const opened of links) if (opened.link === link) opened.key = key;
}

export function forgetOpened() {
  links = [];
}
