import { tables } from './0001-tables.ts';
import type { Migration } from './Migration.ts';

/** Applied in this order, each once. */
export const migrations: readonly Migration[] = [tables];
