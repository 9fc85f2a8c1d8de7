import type { Queries } from '../storage/base/Database.ts';
import { forgetDeletedLinks } from '../storage/company/deletedLinks.ts';
import { addLinks, EMPTY_LINK } from '../storage/company/links.ts';
import { withinQuotas } from '../storage/company/quotas.ts';
import type { Author } from '../storage/company/changes.ts';
import type { App, Link } from '../storage/schema/tables.ts';
import { NO_CAMPAIGN, settleCampaign } from '../values/campaign.ts';
import { newLinkCode } from '../values/shortUrl.ts';
import { deleteOldClicks, noteOldClicks } from './deletions.ts';
import { recordLinkChanges } from './recordLinkChanges.ts';

export type CreateLinkOutcome = { kind: 'created'; link: Link } | { kind: 'code-taken' };

export interface NewLink extends Partial<Omit<Link, 'appId'>> {
  destination: string;
  createdAt: Date;
}

/**
 * A link with all its columns; a code that is left out is chosen here. The campaign may come from the destination, but
 * not for links of the app's users: anybody can write anything into those.
 */
export function newLink(appId: string, wanted: NewLink): Link {
  const campaign = (wanted.createdBy ?? null) === null ? settleCampaign(wanted, wanted.destination, null) : NO_CAMPAIGN;
  return { ...EMPTY_LINK, ...wanted, ...campaign, appId, code: wanted.code ?? newLinkCode() };
}

const codesOf = (wanted: readonly NewLink[]) => wanted.flatMap(({ code }) => (code === undefined ? [] : [code]));

/** `createLinks` in the caller's transaction. The caller has to call `deleteOldClicks` afterwards. */
export async function insertLinks(
  queries: Queries,
  app: Pick<App, 'id' | 'linkHosts'>,
  wanted: readonly NewLink[],
  by: Author | null = null
): Promise<CreateLinkOutcome[]> {
  const links = wanted.map((link) => newLink(app.id, link));
  const first = new Map(links.map((link) => [link.code, link] as const).reverse());
  const added = await queries.transaction(async (transaction) => {
    const codes = await addLinks(transaction, app, [...first.values()]);
    const asked = codesOf(wanted).filter((code) => codes.has(code));
    await forgetDeletedLinks(transaction, app.id, asked);
    await noteOldClicks(transaction, app.id, asked, by?.at ?? wanted[0]?.createdAt ?? new Date());
    const created = [...first.values()].filter(({ code }) => codes.has(code));
    if (by)
      await recordLinkChanges(
        transaction,
        app.id,
        by,
        created.map((after) => ({ before: null, after }))
      );
    return codes;
  });
  return Promise.all(
    links.map(async (link, position): Promise<CreateLinkOutcome> => {
      if (added.has(link.code) && first.get(link.code) === link) return { kind: 'created', link };
      if (wanted[position]?.code !== undefined) return { kind: 'code-taken' };
      // We chose this code ourselves, so we choose another.
      const [outcome] = await insertLinks(queries, app, [{ ...link, code: newLinkCode() }], by);
      return outcome ?? { kind: 'code-taken' };
    })
  );
}

/**
 * Returns one outcome for each link, in the same order. A code that is left out is chosen here. A link that the app had
 * deleted can't be restored once another has its code.
 */
export async function createLinks(
  queries: Queries,
  app: Pick<App, 'id' | 'linkHosts'>,
  wanted: readonly NewLink[],
  by: Author | null = null
): Promise<CreateLinkOutcome[]> {
  const outcomes = await withinQuotas(queries, app.id, async (transaction) => {
    const result = await insertLinks(transaction, app, wanted, by);
    return { result, added: { links: result.filter(({ kind }) => kind === 'created').length } };
  });
  await deleteOldClicks(queries, app.id, codesOf(wanted));
  return outcomes;
}

export async function createLink(
  queries: Queries,
  app: Pick<App, 'id' | 'linkHosts'>,
  wanted: NewLink,
  by: Author | null = null
): Promise<CreateLinkOutcome> {
  const [outcome] = await createLinks(queries, app, [wanted], by);
  return outcome ?? { kind: 'code-taken' };
}

export type CreateAllOutcome = { kind: 'created'; links: Link[] } | { kind: 'codes-taken'; positions: number[] };

class SomeCodesTaken extends Error {
  readonly positions: number[];
  constructor(positions: number[]) {
    super('Some codes are taken.');
    this.positions = positions;
  }
}

/** Creates all of the links, or none. */
export async function createAllLinks(
  queries: Queries,
  app: Pick<App, 'id' | 'linkHosts'>,
  wanted: readonly NewLink[],
  by: Author
): Promise<CreateAllOutcome> {
  try {
    const links = await withinQuotas(queries, app.id, async (transaction) => {
      const outcomes = await insertLinks(transaction, app, wanted, by);
      const created = outcomes.flatMap((outcome) => (outcome.kind === 'created' ? [outcome.link] : []));
      if (created.length === outcomes.length) return { result: created, added: { links: created.length } };
      const positions = outcomes.flatMap(({ kind }, position) => (kind === 'code-taken' ? [position] : []));
      throw new SomeCodesTaken(positions);
    });
    await deleteOldClicks(queries, app.id, codesOf(wanted));
    return { kind: 'created', links };
  } catch (error) {
    if (error instanceof SomeCodesTaken) return { kind: 'codes-taken', positions: error.positions };
    throw error;
  }
}
