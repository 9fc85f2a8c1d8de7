export interface CsvRow {
  /** Of the file, from 1 on; where the row begins. */
  line: number;
  cells: string[];
}

/** A quoted cell that never ends swallows the rest of the file. */
export type CsvOutcome = { kind: 'rows'; rows: CsvRow[] } | { kind: 'unclosed'; line: number };

/** A cell in quotes, in which two quotes stand for one, or a plain one; and what comes behind it. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Reads CSV as spreadsheets and exports write it (RFC 4180), without its empty lines. */
export function readCsv(file: string): CsvOutcome {
  const text = file.replace(/^\uFEFF/, '');
  const rows: CsvRow[] = [];
  let [at, line] = [0, 1];
  while (at < text.length) {
    const row: CsvRow = { line, cells: [] };
    for (let end = ','; end === ',';) {
      CELL.lastIndex = at;
      const [cell, quoted, plain, delimiter = ''] = CELL.exec(text) ?? [];
      if (cell === undefined) return { kind: 'unclosed', line };
      row.cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
      line += cell.split(/\r\n|\n|\r/).length - 1;
      at += cell.length;
      end = delimiter;
    }
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row);
  }
  return { kind: 'rows', rows };
}
