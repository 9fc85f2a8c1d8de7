import type { ColumnDataType } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import { migrations } from './migrations/index.ts';
import { STATE } from './migrations/state.ts';

// A table is written once, in SQL. What queries know about it is read from that text: types by the compiler, the rest
// at run time. So each column needs a line of its own, which begins with its name and one of these types. Tables with
// several columns on a line are only read by handwritten SQL.

/** What columns hold in TypeScript, by their SQL type up to the first space. */
interface Values {
  text: string;
  'text[]': string[];
  uuid: string;
  integer: number;
  bigint: number;
  double: number;
  'numeric(22,6)': string;
  boolean: boolean;
  'timestamptz(3)': Date;
  date: string;
  jsonb: unknown;
  bytea: Uint8Array;
}

const BUILDERS = {
  text: pg.text,
  'text[]': (name) => pg.text(name).array(),
  uuid: pg.uuid,
  integer: pg.integer,
  bigint: (name) => pg.bigint(name, { mode: 'number' }),
  double: pg.doublePrecision,
  'numeric(22,6)': (name) => pg.numeric(name, { precision: 22, scale: 6 }),
  boolean: pg.boolean,
  'timestamptz(3)': (name) => pg.timestamp(name, { withTimezone: true, precision: 3 }),
  date: pg.date,
  jsonb: pg.jsonb,
  bytea: pg.customType<{ data: Uint8Array }>({ dataType: () => 'bytea' }),
} satisfies Record<keyof Values, (name: string) => unknown>;

type Statement = (typeof migrations)[number]['statements'][number] | (typeof STATE)[number];

type LinesOf<Text, Found = never> = Text extends `${infer Line}\n${infer Rest}`
  ? LinesOf<Rest, Found | Line>
  : Found | Text;

type Trimmed<Line> = Line extends ` ${infer Rest}` ? Trimmed<Rest> : Line extends `${infer Rest},` ? Rest : Line;

type Added<Name extends string, Each> = Each extends `ALTER TABLE ${Name} ADD COLUMN ${infer Line}` ? Line : never;

/** The lines of a table's statements; those with columns are among them. */
type LinesOfTable<Name extends string> =
  | Trimmed<LinesOf<Extract<Statement, `CREATE TABLE ${'IF NOT EXISTS ' | ''}${Name} (${string}`>>>
  | Added<Name, Statement>;

type TypeOf<Declared> = Declared extends `${infer Type} ${string}` ? Type : Declared;

type NameOf<Line> = Line extends `--${string}`
  ? never
  : Line extends `${infer Name} ${infer Declared}`
    ? TypeOf<Declared> extends keyof Values
      ? Name
      : never
    : never;

type KeyOf<Name> = Name extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<KeyOf<Rest>>}` : Name & string;

type ValueOf<Line> = Line extends `${string} ${infer Declared}` ? Values[TypeOf<Declared> & keyof Values] : never;

type Column<Table extends string, Data, Line> = pg.PgColumn<{
  name: string;
  tableName: Table;
  dataType: ColumnDataType;
  columnType: string;
  data: Data;
  driverParam: unknown;
  notNull: Line extends `${string}NOT NULL${string}` | `${string}PRIMARY KEY${string}` ? true : false;
  hasDefault: Line extends `${string}DEFAULT${string}` ? true : false;
  isPrimaryKey: false;
  isAutoincrement: false;
  hasRuntimeDefault: false;
  enumValues: undefined;
  generated: undefined;
  identity: undefined;
}>;

/** Columns for counting and exports. Only handwritten SQL reads them, so drizzle's queries leave them out. */
const HIDDEN = [
  'arrived',
  'audience',
  'brought',
  'counted_as',
  'installed_at',
  'origin',
  'returned',
  'visitor',
] as const;

type TableOf<Name extends string, Narrower> = pg.PgTableWithColumns<{
  name: Name;
  schema: undefined;
  dialect: 'pg';
  columns: {
    [Line in LinesOfTable<Name> as KeyOf<Exclude<NameOf<Line>, (typeof HIDDEN)[number]>>]: Column<
      Name,
      KeyOf<NameOf<Line>> extends keyof Narrower ? Narrower[KeyOf<NameOf<Line>>] : ValueOf<Line>,
      Line
    >;
  };
}>;

const isType = (type: string | undefined): type is keyof Values => type !== undefined && type in BUILDERS;

/**
 * A table for drizzle's queries, without hidden columns. `_narrower` is only there for its type: the types of columns
 * that SQL knows less exactly, such as enumerations and JSON.
 */
export function tableOf<Name extends string, Narrower = object>(
  name: Name,
  _narrower = {} as Narrower
): TableOf<Name, Narrower> {
  const statements: readonly string[] = [...STATE, ...migrations.flatMap((migration) => migration.statements)];
  const lines = statements.flatMap((statement) => {
    const [first = '', ...rest] = statement.split('\n');
    if (first.startsWith(`ALTER TABLE ${name} ADD COLUMN `)) return [first.split(' ADD COLUMN ')[1] ?? ''];
    return /^CREATE TABLE (?:IF NOT EXISTS )?(\w+) \($/.exec(first)?.[1] === name ? rest : [];
  });
  const columns: Record<string, pg.PgColumnBuilderBase> = {};
  for (const line of lines) {
    const [column = '', type, ...declared] = line.trim().replace(/,$/, '').split(' ');
    if (column === '--' || !isType(type) || HIDDEN.some((name) => name === column)) continue;
    const key = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const isNeverNull = /NOT NULL|PRIMARY KEY/.test(declared.join(' '));
    columns[key] = isNeverNull ? BUILDERS[type](column).notNull() : BUILDERS[type](column);
  }
  return pg.pgTable(name, columns) as unknown as TableOf<Name, Narrower>;
}
