import { hashText } from '../../values/hashText.ts';
import * as functions from './functions/index.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/Migration.ts';

/** What a version of the service needs in its database. */
export interface Schema {
  /** Higher than that of every released version whose tables or functions differ. */
  number: number;
  migrations: readonly Migration[];
  /** Each is one statement that creates or replaces a function. */
  functions: readonly string[];
}

export const SCHEMA: Schema = { number: 1, migrations, functions: Object.values(functions) };

/** Two schemas with the same digest have the same statements, apart from comments and whitespace. */
export function digestOf(part: Schema | Migration): Promise<string> {
  return hashText(
    JSON.stringify(part)
      .replace(/-- .*?(?=\\n)/g, '')
      .replace(/(\s|\\n)+/g, ' ')
  );
}
