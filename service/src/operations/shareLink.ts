import type { Queries } from '../storage/Database.ts';
import { addLinks, countLinksCreatedBy, findLinkCreatedFrom, updateLink } from '../storage/links.ts';
import type { App, Link } from '../storage/tables.ts';
import { hashText } from '../values/hashText.ts';
import { newLink } from './createLink.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Anybody with the app can make links, so they don't stay for good: they end this long after their last click. */
export const SHARED_LINK_LIFE_MS = 365 * DAY_MS;

/** Only a program shares more than this in a day. */
const MAX_LINKS_A_DAY = 200;

export interface Share {
  /** Null if the app sends none: then all such installs get the same link. */
  installId: string | null;
  route: string;
  data: Record<string, unknown> | null;
  title: string | null;
}

export type ShareOutcome = { kind: 'shared'; link: Link } | { kind: 'too-many' };

/** JSON that is the same for the same keys and values, in whatever order the app wrote the keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part
  );
}

/** Makes the link that an app's user shares; the same install gets the same link for the same route and data. */
export async function shareLink(
  queries: Queries,
  app: Pick<App, 'id' | 'linkHosts'>,
  { installId, route, data, title }: Share,
  now: number
): Promise<ShareOutcome> {
  const written = data && JSON.stringify(data);
  const createdFrom = await hashText(JSON.stringify([installId, route, data && canonicalJson(data)]));
  const expiresAt = new Date(now + SHARED_LINK_LIFE_MS);
  const known = await findLinkCreatedFrom(queries, app.id, createdFrom);
  if (known) {
    // Whoever shares a link that has ended gets it back, unless its owner ended it.
    const hasEnded = known.updatedAt === null && known.expiresAt !== null && known.expiresAt.getTime() <= now;
    const link = hasEnded ? await updateLink(queries, app.id, known.code, { expiresAt }) : known;
    if (link) return { kind: 'shared', link };
  }

  if (installId !== null) {
    const made = await countLinksCreatedBy(queries, app.id, installId, new Date(now - DAY_MS));
    if (made >= MAX_LINKS_A_DAY) return { kind: 'too-many' };
  }

  for (;;) {
    const link: Link = newLink(app.id, {
      destination: route,
      data: written,
      title,
      createdBy: installId ?? '',
      createdFrom,
      createdAt: new Date(now),
      expiresAt,
    });
    const added = await addLinks(queries, app, [link]);
    if (added.has(link.code)) return { kind: 'shared', link };
    // Either the same request came twice at once, and the other one made the link, or the code is taken.
    const other = await findLinkCreatedFrom(queries, app.id, createdFrom);
    if (other) return { kind: 'shared', link: other };
  }
}
