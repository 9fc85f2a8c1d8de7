import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { query } from '../base/query.ts';

/** What exports have rows of: see `export_rows`. */
export const EXPORTED = ['clicks', 'events', 'installs'] as const;
export type Exported = (typeof EXPORTED)[number];

/** Where an export is: the number of a transaction, and what it stored (0) or deleted (1), by the row's own numbers. */
export type ExportPlace = readonly [arrived: string, step: string, row: string, position: string];

export const FIRST_PLACE: ExportPlace = ['-1', '0', '0', '0'];

/** Cursors of exports are good as long as this stays the same: see `export_epoch`. `epoch` and `seen` come from one. */
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

/** After a restore: no cursor from before it is good. */
export async function endExportEpochs(queries: Queries): Promise<void> {
  await queries.execute(sql`UPDATE arrivals SET place = ''`);
}

export interface ExportedLine {
  line: string;
  place: ExportPlace;
}

/** The next lines behind a place, at most `most`. Fewer are all that there are for now. */
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
