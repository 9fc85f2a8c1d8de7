/** A mistake that the person can put right; the message says how. */
export class UsageError extends Error {}

/** Prints the reason to the error stream, and lets the process end with 1. */
export function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}

/** Rows under their headings, each column as wide as its widest cell. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0))
  );
  for (const row of [headings, ...rows]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    );
  }
}
