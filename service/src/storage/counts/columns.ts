/** Figures as columns of a statement. */
export const signed = (figures: readonly string[], sign: '' | '-' = '') =>
  figures.map((name) => `${sign}${name} AS ${name}`).join(', ');

/** Skips figures that a row lacks, which are most: PostgreSQL would set up a sum for each of them in every group. */
const sum = (name: string) => `sum(${name}) FILTER (WHERE ${name} IS NOT NULL)`;

/** Figures as columns of a statement that adds them up, or with a minus subtracts them. */
export const sums = (figures: readonly string[], sign: '' | '-' = '') =>
  figures.map((name) => `${sign}${sum(name)} AS ${name}`).join(', ');

/** Whether a group has any figure that isn't zero. */
export const hasAny = (figures: readonly string[]) => figures.map((name) => `${sum(name)} <> 0`).join(' OR ');

/** Figures as a list, which takes the database a quarter of the time that an object takes. */
export const asList = (columns: readonly string[]) =>
  `json_build_array(${columns.map((name) => `nullif(${name}, 0)::text`).join(', ')})`;

/** A row as the database returns it, with its figures as a list. */
export type Listed<Row extends { figures: unknown }> = Omit<Row, 'figures'> & { figures: readonly (string | null)[] };

/** The same rows, with the names of the figures that aren't zero. */
export function withNames<Row extends { figures: Partial<Record<string, string>> }>(
  rows: readonly Listed<Row>[],
  names: readonly string[]
): Row[] {
  return rows.map((row) => {
    const figures: Partial<Record<string, string>> = {};
    for (const [place, figure] of row.figures.entries()) {
      const name = names[place];
      if (figure !== null && name !== undefined) figures[name] = figure;
    }
    return { ...row, figures } as Row;
  });
}
