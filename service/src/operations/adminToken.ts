import type { Queries } from '../storage/Database.ts';
import { addSetting, findSetting } from '../storage/settings.ts';
import { hashText } from '../types/hashText.ts';
import { newSecret } from '../types/newSecret.ts';

const SETTING = 'admin_token_hash';

export interface AdminToken {
  hash: string;
  /** The token itself, only where it was made just now: nobody can read it again. */
  token: string | null;
}

/** The token that was made at the first start, or a new one if this is it. */
export async function ensureAdminToken(queries: Queries): Promise<AdminToken> {
  const known = await findSetting(queries, SETTING);
  if (known !== null) return { hash: known, token: null };
  const token = newSecret('admin');
  const hash = await hashText(token);
  const outcome = await addSetting(queries, SETTING, hash);
  // Another instance that started at the same time was faster.
  return outcome === 'added' ? { hash, token } : ensureAdminToken(queries);
}
