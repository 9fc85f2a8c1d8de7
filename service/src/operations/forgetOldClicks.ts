import { deleteClicksUntil } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import { CLICK_ID_WINDOW_MS } from './findMatch.ts';

/** Removes the clicks that nothing can match any more, and with them people's addresses and browsers. */
export async function forgetOldClicks(queries: Queries, now: number): Promise<void> {
  await deleteClicksUntil(queries, new Date(now - CLICK_ID_WINDOW_MS));
}
