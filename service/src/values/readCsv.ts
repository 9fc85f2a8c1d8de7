export interface CsvRow {
  /** The line of the file where the row begins, counted from 1. */
  line: number;
  cells: string[];
}

export type CsvOutcome =
  | { kind: 'rows'; rows: CsvRow[] }
  /** A quoted cell that never ends swallows the rest of the file. */
  | { kind: 'unclosed'; line: number }
  | { kind: 'too-many-cells' };

/** A cell in quotes, in which two quotes stand for one, or a plain cell; and what ends it. */
const CELLS = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r\n|\n|\r|$)/y,
};

/** Spreadsheets write semicolons where a comma is the decimal point. The headings show which it is. */
function separatorOf(text: string): keyof typeof CELLS {
  const [headings = ''] = text.split(/[\r\n]/, 1);
  return headings.includes(';') && !headings.includes(',') ? ';' : ',';
}

/**
 * Reads CSV as spreadsheets and exports write it (RFC 4180, or with semicolons), without its empty lines. Cells are
 * bounded because a file of separators takes three hundred times its size in memory.
 */
export function readCsv(file: string, mostCells = Infinity): CsvOutcome {
  const text = file.replace(/^\uFEFF/, '');
  const separator = separatorOf(text);
  const pattern = CELLS[separator];
  const rows: CsvRow[] = [];
  let [at, line, count] = [0, 1, 0];
  while (at < text.length) {
    const row: CsvRow = { line, cells: [] };
    for (let end: string = separator; end === separator;) {
      pattern.lastIndex = at;
      const [cell, quoted, plain, delimiter = ''] = pattern.exec(text) ?? [];
      if (cell === undefined) return { kind: 'unclosed', line };
      count += 1;
      if (count > mostCells) return { kind: 'too-many-cells' };
      row.cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
      line += cell.split(/\r\n|\n|\r/).length - 1;
      at += cell.length;
      end = delimiter;
    }
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row);
  }
  return { kind: 'rows', rows };
}
