/** The rows that a handwritten statement gave; both drivers answer with an object that has them. */
export function rowsOf<Row>(result: unknown): Row[] {
  const rows = typeof result === 'object' && result !== null && 'rows' in result ? result.rows : [];
  return Array.isArray(rows) ? (rows as Row[]) : [];
}
