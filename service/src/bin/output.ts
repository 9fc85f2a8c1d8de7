/** A mistake that the person can put right; the message says how. */
export class UsageError extends Error {}

/** Prints the reason to the error stream, and lets the process end with 1. */
export function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}

/** Rows under their headings, each column as wide as its widest cell. A dash stands for a cell that is empty. */
export function printTable(headings: readonly string[], rows: readonly (readonly (string | null)[])[]): void {
  const lines = [headings, ...rows.map((row) => row.map((cell) => cell || '–'))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    console.log(cells.join('  ').trimEnd());
  }
}
