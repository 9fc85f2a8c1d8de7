import type { Queries } from '../storage/Database.ts';
import { addLink } from '../storage/links.ts';
import type { Link } from '../storage/tables.ts';
import { newLinkCode } from '../types/shortUrl.ts';

export type CreateLinkOutcome = { kind: 'created'; link: Link } | { kind: 'code-taken' };

interface NewLink extends Omit<Link, 'code'> {
  /** Chosen here if left out. */
  code?: string | undefined;
}

export async function createLink(queries: Queries, wanted: NewLink): Promise<CreateLinkOutcome> {
  const link: Link = { ...wanted, code: wanted.code ?? newLinkCode() };
  const outcome = await addLink(queries, link);
  if (outcome === 'added') return { kind: 'created', link };
  // Nobody asked for a code that we chose, so we choose another.
  return wanted.code === undefined ? createLink(queries, wanted) : { kind: 'code-taken' };
}
