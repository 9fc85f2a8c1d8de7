import type { Queries } from '../storage/base/Database.ts';
import { lockLinks, updateLinks, type LinkChange } from '../storage/company/links.ts';
import type { Author } from '../storage/company/changes.ts';
import type { Link } from '../storage/schema/tables.ts';
import { settleCampaign } from '../values/campaign.ts';
import { recordLinkChanges } from './recordLinkChanges.ts';

/** Null if there is no such link. What was counted stays with the campaign that the link had then. */
export async function changeLink(
  queries: Queries,
  appId: string,
  code: string,
  change: LinkChange,
  by: Author
): Promise<Link | null> {
  const outcome = await changeLinks(queries, appId, [{ code, change }], by);
  return outcome.kind === 'changed' ? (outcome.links[0] ?? null) : null;
}

export type ChangeLinksOutcome =
  | { kind: 'changed'; links: Link[] }
  /** Nothing was changed. */
  | { kind: 'unknown'; codes: string[] };

/** Changes each link in its own way: all of them, or none if one of the codes is unknown. */
export async function changeLinks(
  queries: Queries,
  appId: string,
  wanted: readonly { code: string; change: LinkChange }[],
  by: Author
): Promise<ChangeLinksOutcome> {
  return queries.transaction(async (transaction): Promise<ChangeLinksOutcome> => {
    const locked = await lockLinks(
      transaction,
      appId,
      wanted.map(({ code }) => code)
    );
    const before = new Map(locked.map((link) => [link.code, link]));
    const unknown = wanted.flatMap(({ code }) => (before.has(code) ? [] : [code]));
    if (unknown.length > 0) return { kind: 'unknown', codes: unknown };
    const after = await updateLinks(
      transaction,
      appId,
      wanted.map(({ code, change }) => {
        const link = before.get(code);
        const campaign = link ? settleCampaign(change, change.destination ?? link.destination, link) : {};
        return { code, change: { ...change, ...campaign } };
      })
    );
    const links = [...after.values()];
    const changes = links.map((link) => ({ before: before.get(link.code) ?? null, after: link }));
    await recordLinkChanges(transaction, appId, by, changes);
    return { kind: 'changed', links };
  });
}
