import { hashText } from '../values/hashText.ts';
import { functions } from './functions/index.ts';
import type { SqlFunction } from './functions/SqlFunction.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/Migration.ts';

/** What a version of the service needs in its database. */
export interface Schema {
  /** Higher than that of every released version whose tables or functions differ. */
  number: number;
  migrations: readonly Migration[];
  functions: readonly SqlFunction[];
}

export const SCHEMA: Schema = { number: 1, migrations, functions };

/** Two schemas with the same digest are made by the same statements. */
export function digestOf(part: Schema | Migration): Promise<string> {
  return hashText(JSON.stringify(part).replace(/(\s|\\n)+/g, ' '));
}
