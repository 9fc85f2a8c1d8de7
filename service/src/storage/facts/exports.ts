import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { query } from '../base/query.ts';

/** What exports have rows of: see `export_rows`. */
export const EXPORTED = ['clicks', 'events', 'installs'] as const;
export type Exported = (typeof EXPORTED)[number];

/** Where an export is: a transaction's number, whether it stored (0) or deleted (1) a row, and the row's numbers. */
export type ExportPlace = readonly [arrived: string, step: string, row: string, position: string];

export const FIRST_PLACE: ExportPlace = ['-1', '0', '0', '0'];

/** The epoch of good cursors: see `export_epoch`. `epoch` and `seen` come from the cursor to check. */
export async function readExportEpoch(
  queries: Queries,
  appId: string,
  epoch: string,
  [seen]: ExportPlace
): Promise<string> {
  const [row] = await query<{ epoch: string }>(queries)`
    SELECT export_epoch(${appId}, ${epoch}, ${seen}) AS epoch`;
  return row?.epoch ?? '';
}

/** For a restore: cursors from before it are no longer good. */
export async function endExportEpochs(queries: Queries): Promise<void> {
  await queries.execute(sql`UPDATE arrivals SET place = ''`);
}

export interface ExportedLine {
  line: string;
  place: ExportPlace;
}

/** The next lines behind a place, at most `most`. If there are fewer, that is all for now. */
export async function readExport(
  queries: Queries,
  appId: string,
  kind: Exported,
  [arrived, step, row, position]: ExportPlace,
  most: number
): Promise<ExportedLine[]> {
  const lines = await query<{ place: string; line: string }>(queries)`
    SELECT * FROM export_rows(${appId}, ${kind}, ${arrived}, ${step}, ${row}, ${position}, ${most})`;
  return lines.map(({ place, line }) => ({ line, place: place.split(' ') as unknown as ExportPlace }));
}
