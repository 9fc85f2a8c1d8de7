/** What exports have rows of. */
export const EXPORTED = ['clicks', 'events', 'installs'] as const;
export type Exported = (typeof EXPORTED)[number];

/**
 * A statement that notes rows which are about to be deleted, for exports: only by the numbers they have there, which say
 * nothing about anybody. What is only too old is not noted.
 */
export const noteDeletions = (table: Exported, condition: string) => `
  INSERT INTO deletions (app_id, kind, arrived, row_arrived, row_position)
  SELECT of_app, '${table}', arrival, ${table}.arrived, ${table}.position FROM ${table}
  WHERE ${table}.app_id = of_app AND ${condition} ON CONFLICT DO NOTHING`;
