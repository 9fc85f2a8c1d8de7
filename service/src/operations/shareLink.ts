import type { Queries } from '../storage/base/Database.ts';
import { addLinks, countLinksCreatedBy, findLinkCreatedFrom, updateLink } from '../storage/company/links.ts';
import { withinQuotas } from '../storage/company/quotas.ts';
import type { App, Link } from '../storage/schema/tables.ts';
import { hashText } from '../values/hashText.ts';
import { SHARED_LINKS_PER_DAY } from '../values/rateLimits.ts';
import { newLink } from './createLink.ts';
import { DAY_MS } from '../values/durations.ts';

/** Anybody with the app can create links, so they end this long after their last click. */
export const SHARED_LINK_LIFE_MS = 365 * DAY_MS;

export interface NewSharedLink {
  /** Null if the app sends none: then all such installs get the same link. */
  installId: string | null;
  route: string;
  data: Record<string, unknown> | null;
  title: string | null;
}

export type ShareOutcome = { kind: 'shared'; link: Link } | { kind: 'too-many' };

/** JSON with sorted keys, so the same keys and values are the same string. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part
  );
}

/** Creates the link that an app's user shares; an install gets the same link for the same route and data. */
export async function shareLink(
  queries: Queries,
  app: Pick<App, 'id' | 'linkHosts'>,
  { installId, route, data, title }: NewSharedLink,
  now: number
): Promise<ShareOutcome> {
  const written = data && JSON.stringify(data);
  const createdFrom = await hashText(JSON.stringify([installId, route, data && canonicalJson(data)]));
  const expiresAt = new Date(now + SHARED_LINK_LIFE_MS);
  const known = await findLinkCreatedFrom(queries, app.id, createdFrom);
  if (known) {
    // Sharing a link that ended brings it back, unless its owner ended it.
    const hasEnded = known.updatedAt === null && known.expiresAt !== null && known.expiresAt.getTime() <= now;
    const link = hasEnded ? await updateLink(queries, app.id, known.code, { expiresAt }) : known;
    if (link) return { kind: 'shared', link };
  }

  if (installId !== null) {
    const made = await countLinksCreatedBy(queries, app.id, installId, new Date(now - DAY_MS));
    if (made >= SHARED_LINKS_PER_DAY) return { kind: 'too-many' };
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
    const isAdded = await withinQuotas(queries, app.id, async (transaction) => {
      const codes = await addLinks(transaction, app, [link]);
      return { result: codes.has(link.code), added: { sharedLinks: codes.size } };
    });
    if (isAdded) return { kind: 'shared', link };
    // Either the same request came twice, and the other one created the link, or the code is taken.
    const other = await findLinkCreatedFrom(queries, app.id, createdFrom);
    if (other) return { kind: 'shared', link: other };
  }
}
