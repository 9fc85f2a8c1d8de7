import type { ReactNode } from 'react';

export interface Column<Row> {
  name: string;
  isNumber?: boolean;
  /** Whether it gets a line of its own on a narrow screen. */
  isWide?: boolean;
  render: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

// The roles are those that the elements have anyway. They are said because each row becomes a card where there is no
// room for a table, and a table that is laid out as something else is no table to a screen reader.

/** A table, of which each row is a card on a narrow screen; the first column is its heading. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <table className="data" role="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ name, isNumber }) => (
            <th key={name} role="columnheader" scope="col" data-number={isNumber}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ name, isNumber, isWide, render }, position) => {
              const content = (
                <>
                  <span className="cell-name" aria-hidden="true">
                    {name}
                  </span>
                  <span className="cell">{render(row)}</span>
                </>
              );
              return position === 0 ? (
                <th key={name} role="rowheader" scope="row">
                  {content}
                </th>
              ) : (
                <td key={name} role="cell" data-number={isNumber} data-wide={isWide}>
                  {content}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
