import type { Queries } from '../storage/base/Database.ts';
import { findLinksOfApp, LINK_COLUMNS } from '../storage/company/links.ts';
import { withinQuotas } from '../storage/company/quotas.ts';
import type { Author } from '../storage/company/changes.ts';
import type { App, Link } from '../storage/schema/tables.ts';
import { insertLinks, newLink, type NewLink } from './createLink.ts';
import { deleteOldClicks } from './deletions.ts';

/** A statement has at most 65,535 values, and a link more than twenty of them. */
const LINKS_AT_ONCE = 1_000;

/** What became of a link. One that the app already has stays as it is, even if it differs. */
export type ImportOutcome = 'new' | 'same' | 'different' | 'taken';

/** A link with the code that it must keep. */
export type ImportedLink = NewLink & { code: string };

/** Whose link it is, and when what happened. Of `disabledAt`, isSame compares only whether it is set. */
const NOT_COMPARED: readonly (keyof Link)[] = [
  ...(['appId', 'code', 'createdBy', 'createdFrom'] as const),
  ...(['createdAt', 'updatedAt', 'disabledAt'] as const),
];

const COMPARED = LINK_COLUMNS.filter((name) => !NOT_COMPARED.includes(name));

function isSame(one: Link, other: Link): boolean {
  return (
    COMPARED.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name])) &&
    (one.disabledAt === null) === (other.disabledAt === null)
  );
}

/** Thrown to roll back a trial, or an import with codes that are taken. */
class RolledBack extends Error {
  readonly outcomes: ImportOutcome[];
  constructor(outcomes: ImportOutcome[]) {
    super('Nothing is imported.');
    this.outcomes = outcomes;
  }
}

/**
 * Adds the links that the app doesn't have: all of them, or none if a code is taken by another app on the same host. No
 * two of them may have the same code. A trial does the same, quota included, and keeps nothing.
 */
export async function importLinks(
  queries: Queries,
  app: Pick<App, 'id' | 'linkHosts'>,
  links: readonly ImportedLink[],
  isTrial: boolean,
  by: Author
): Promise<ImportOutcome[]> {
  const codes = links.map(({ code }) => code);
  try {
    const outcomes = await queries.transaction(async (trial) => {
      const outcomes = await withinQuotas(trial, app.id, async (transaction) => {
        const known = new Map((await findLinksOfApp(transaction, app.id, codes)).map((link) => [link.code, link]));
        const wanted = links.filter(({ code }) => !known.has(code));
        const taken = new Set<string>();
        for (let start = 0; start < wanted.length; start += LINKS_AT_ONCE) {
          const part = wanted.slice(start, start + LINKS_AT_ONCE);
          const created = await insertLinks(transaction, app, part, by);
          part.forEach(({ code }, position) => {
            if (created[position]?.kind !== 'created') taken.add(code);
          });
        }
        const outcomes = links.map((link): ImportOutcome => {
          const before = known.get(link.code);
          if (before) return isSame(before, newLink(app.id, link)) ? 'same' : 'different';
          return taken.has(link.code) ? 'taken' : 'new';
        });
        if (taken.size > 0) throw new RolledBack(outcomes);
        return { result: outcomes, added: { links: wanted.length } };
      });
      if (isTrial) throw new RolledBack(outcomes);
      return outcomes;
    });
    await deleteOldClicks(queries, app.id, codes);
    return outcomes;
  } catch (error) {
    if (error instanceof RolledBack) return error.outcomes;
    throw error;
  }
}
