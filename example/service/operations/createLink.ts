import { newLinkCode } from '../links/newLinkCode';
import { addLink } from '../storage/addLink';
import type { Queries } from '../storage/Database';
import type { Link } from '../storage/tables';

export type CreateLinkOutcome = { kind: 'created'; link: Link } | { kind: 'code-taken' };

type NewLink = Omit<Link, 'code'> & { code: string | undefined };

export async function createLink(queries: Queries, wanted: NewLink): Promise<CreateLinkOutcome> {
  const link: Link = { ...wanted, code: wanted.code ?? newLinkCode() };
  const outcome = await addLink(queries, link);
  if (outcome === 'added') return { kind: 'created', link };
  // Nobody asked for a code that we chose, so we choose another.
  return wanted.code === undefined ? createLink(queries, wanted) : { kind: 'code-taken' };
}
