interface Batch<Row> {
  rows: Row[];
  written: Promise<void>;
}

/**
 * Rows that come in while a write is under way wait for it and are written together, at most `most` at once. Each
 * call ends when its own row is written, or fails with its batch.
 */
export function inBatches<Row>(most: number, write: (rows: Row[]) => Promise<void>): (row: Row) => Promise<void> {
  let filling: Batch<Row> | null = null;
  let last: Promise<void> = Promise.resolve();

  function startBatch(): Batch<Row> {
    const rows: Row[] = [];
    const written = last.then(() => {
      if (filling?.rows === rows) filling = null;
      return write(rows);
    });
    last = written.catch(() => {});
    return { rows, written };
  }

  return (row) => {
    if (!filling || filling.rows.length >= most) filling = startBatch();
    filling.rows.push(row);
    return filling.written;
  };
}
