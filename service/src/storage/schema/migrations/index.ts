import { tables } from './0001-tables.ts';
import type { Migration } from './Migration.ts';

/** Applied in this order, each once. Until the first release a change goes into 0001, afterwards into its own file. */
export const migrations = [tables] as const satisfies readonly Migration[];
