import { sql } from 'drizzle-orm';
import { appsTable } from './tables.ts';

/** An array of texts as a parameter. */
export const texts = (values: readonly string[]) => sql`${sql.param([...values], appsTable.linkHosts)}::text[]`;
