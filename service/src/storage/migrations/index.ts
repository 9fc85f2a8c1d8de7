import { tables } from './0001-tables.ts';
import type { Migration } from './Migration.ts';

/** Applied in this order, each once. Until the first release a change goes into 0001; afterwards it is a file of its own. */
export const migrations: readonly Migration[] = [tables];
