import { deleteClicksOfLinks } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import { forgetDeletedLinks } from '../storage/deletedLinks.ts';
import { untilDone } from '../storage/deleteUntil.ts';
import { addLinks, EMPTY_LINK, findLinksOfApp } from '../storage/links.ts';
import type { Author } from '../storage/recordedChanges.ts';
import type { App, Link } from '../storage/tables.ts';
import { NO_CAMPAIGN, settleCampaign } from '../values/campaign.ts';
import { newLinkCode } from '../values/shortUrl.ts';
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

/**
 * Deletes the clicks that links of these codes have left behind, if no link has the code now. It comes before the
 * transaction that creates links: a deletion has to run by itself, where the app's rows are.
 */
export async function clearOldClicks(queries: Queries, appId: string, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  const taken = new Set((await findLinksOfApp(queries, appId, codes)).map(({ code }) => code));
  const free = codes.filter((code) => !taken.has(code));
  await untilDone((most) => deleteClicksOfLinks(queries, appId, free, most));
}

const codesOf = (wanted: readonly NewLink[]) => wanted.flatMap(({ code }) => (code === undefined ? [] : [code]));

/** Creates links as `createLinks` does, also in a transaction. Old clicks on their codes are the caller's business. */
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
      // Nobody asked for a code that we chose, so we choose another.
      const [outcome] = await insertLinks(queries, app, [{ ...link, code: newLinkCode() }], by);
      return outcome ?? { kind: 'code-taken' };
    })
  );
}

/**
 * Gives one outcome for each link, in the order given. A code that is left out is chosen here. A link that the app had
 * deleted can't be restored once another has its code.
 */
export async function createLinks(
  queries: Queries,
  app: Pick<App, 'id' | 'linkHosts'>,
  wanted: readonly NewLink[],
  by: Author | null = null
): Promise<CreateLinkOutcome[]> {
  await clearOldClicks(queries, app.id, codesOf(wanted));
  return insertLinks(queries, app, wanted, by);
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
  await clearOldClicks(queries, app.id, codesOf(wanted));
  try {
    return await queries.transaction(async (transaction) => {
      const outcomes = await insertLinks(transaction, app, wanted, by);
      const links = outcomes.flatMap((outcome) => (outcome.kind === 'created' ? [outcome.link] : []));
      if (links.length === outcomes.length) return { kind: 'created', links };
      const positions = outcomes.flatMap(({ kind }, position) => (kind === 'code-taken' ? [position] : []));
      throw new SomeCodesTaken(positions);
    });
  } catch (error) {
    if (error instanceof SomeCodesTaken) return { kind: 'codes-taken', positions: error.positions };
    throw error;
  }
}
