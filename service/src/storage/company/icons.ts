import { sql } from 'drizzle-orm';
import { hashBytes } from '../../values/hashText.ts';
import type { Icon } from '../../values/icon.ts';
import type { Queries } from '../base/Database.ts';
import { rowsWhere } from '../base/query.ts';
import { iconsTable } from '../schema/tables.ts';

/** Enough of a hash that no two icons share a name. */
const HASH_CHARACTERS = 32;

/** The name under which an icon is stored and served. It is a hash of the file, so it changes with the icon. */
export async function nameIcon({ type, bytes }: Icon): Promise<string> {
  return `${(await hashBytes(bytes)).slice(0, HASH_CHARACTERS)}.${type}`;
}

/** Replaces the icon of an app, which must exist. */
export async function setIcon(queries: Queries, appId: string, icon: Icon | null): Promise<void> {
  await queries.execute(sql`DELETE FROM icons WHERE app_id = ${appId}`);
  if (icon) await queries.insert(iconsTable).values({ appId, name: await nameIcon(icon), bytes: icon.bytes });
}

export async function findIcon(queries: Queries, appId: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const [icon] = await rowsWhere(queries, iconsTable)`app_id = ${appId} AND name = ${name}`;
  return icon ? new Uint8Array(icon.bytes) : null;
}
