import type { Queries } from '../storage/base/Database.ts';
import { addSetting, findSetting } from '../storage/company/settings.ts';
import { hashText } from '../values/hashText.ts';
import { newSecret } from '../values/newSecret.ts';

const SETTING = 'admin_token_hash';

export interface AdminToken {
  hash: string;
  /** The token itself, if it was just created; it can't be read again. */
  token: string | null;
}

/** The token from the first start, or a new one if this is the first start. */
export async function ensureAdminToken(queries: Queries): Promise<AdminToken> {
  const known = await findSetting(queries, SETTING);
  if (known !== null) return { hash: known, token: null };
  const token = newSecret('admin');
  const hash = await hashText(token);
  const outcome = await addSetting(queries, SETTING, hash);
  // Another instance that started at the same time was faster.
  return outcome === 'added' ? { hash, token } : ensureAdminToken(queries);
}
