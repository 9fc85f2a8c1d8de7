export type Cell = string | number | null;

/** The start of a string that a spreadsheet would run as a formula. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

function writeCell(cell: Cell): string {
  const text = String(cell ?? '');
  // A negative number is not a formula.
  const isFormula = typeof cell === 'string' && FORMULA.test(text) && !/^-\d+(\.\d+)?$/.test(text);
  const harmless = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const writeCsv = (rows: readonly (readonly Cell[])[]) =>
  rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
