import type { Context } from 'hono';
import { describeFault } from '../../../values/faults.ts';
import type { Connection, ServiceEnv } from '../../ServiceEnv.ts';
import type { Log } from '../../../values/Log.ts';
import type { ReadInTurn } from '../../doors/createDoors.ts';

/** Rows are read in pages, so an export of any length needs the memory of one page. */
export const PAGE_ROWS = 1_000;

export type Cell = string | number | Date | readonly string[] | null;

/** Between the entries of a list in one cell. */
const LIST_SEPARATOR = ',';

/** How a cell begins that a spreadsheet would run as a formula, even behind quotes that `writeCell` may have added. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Removes the quote that `writeCell` put before a formula. */
export function readCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  const text =
    cell instanceof Date ? cell.toISOString() : Array.isArray(cell) ? cell.join(LIST_SEPARATOR) : String(cell);
  // A negative number is not a formula.
  const isFormula = typeof cell === 'string' && FORMULA.test(text) && !/^-\d+(\.\d+)?$/.test(text);
  const harmless = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const writeRow = (cells: readonly Cell[]) => `${cells.map(writeCell).join(',')}\r\n`;

export interface CsvFile<Row> {
  name: string;
  /** The columns, by their headings. */
  columns: Readonly<Record<string, (row: Row) => Cell>>;
  /** Reads the rows after `last`. A page with fewer than `rowsAtOnce` rows is the last one. */
  readPage: (last: Row | null) => Promise<Row[]>;
  /** @default PAGE_ROWS */
  rowsAtOnce?: number;
}

/** The heading of `createdAt` is created_at. */
export const headingOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns that show fields of a row as they are. */
export function columnsOf<Row extends object>(
  ...names: { [Name in keyof Row]: Row[Name] extends Cell ? Name : never }[keyof Row][]
): Record<string, (row: Row) => Cell> {
  return Object.fromEntries(names.map((name) => [headingOf(String(name)), (row: Row) => row[name] as Cell]));
}

/** Reads page after page, until one is not full. The first is read in the request's own turn. */
async function* pages<Row>(
  c: Context<ServiceEnv>,
  inTurn: ReadInTurn,
  { rowsAtOnce = PAGE_ROWS, readPage }: CsvFile<Row>
): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  for (;;) {
    const page: Row[] = last === null ? await readPage(null) : await inTurn(c, () => readPage(last));
    if (page.length > 0) yield page;
    if (page.length < rowsAtOnce) return;
    last = page.at(-1) ?? null;
  }
}

/** Reads the first page before it answers, so a database that fails gives an error, not an empty file. */
async function csvStream<Row>(
  rows: AsyncGenerator<Row[]>,
  columns: CsvFile<Row>['columns'],
  onFail: (error: unknown) => void
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const cells = Object.values(columns);
  let first: IteratorResult<Row[], void> | null = await rows.next();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(writeRow(Object.keys(columns)))),
    async pull(controller) {
      const next =
        first ??
        (await rows.next().catch((error: unknown) => {
          onFail(error);
          throw error;
        }));
      first = null;
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value.map((row) => writeRow(cells.map((cell) => cell(row)))).join('')));
    },
    async cancel() {
      await rows.return(undefined);
    },
  });
}

/** Answers with the file while it is being read. */
export async function answerCsv<Row>(
  c: Context<ServiceEnv>,
  { inTurn, log }: { inTurn: ReadInTurn; log: Log },
  file: CsvFile<Row>
) {
  const stream = await csvStream(pages(c, inTurn, file), file.columns, (error) =>
    log('error', 'An export was cut off', describeFault(error))
  );
  c.header('Content-Disposition', `attachment; filename="${file.name}"`);
  // Without this, the server would take a later page that fails for the end of the file.
  c.header('Transfer-Encoding', 'chunked');
  (c.env as Connection | undefined)?.onStream?.();
  return c.body(stream, 200, { 'Content-Type': 'text/csv; charset=utf-8' });
}
