import { useRef, type ReactNode } from 'react';
import { writeCsv, type Cell } from './csv.ts';
import { Explained } from './Explained.tsx';
import { formatCount } from './numbers.ts';
import { saveFile } from './saveFile.ts';

export interface Column<Row> {
  name: string;
  /** On the page, if that is more than the name. */
  heading?: ReactNode;
  /** The content of a cell, in the file and on the page. */
  text: (row: Row) => Cell;
  /** On the page, if that is more than the text. */
  render?: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Whether there is no room for it on the page. */
  isOnlyInFile?: boolean;
  /** Whether it gets a line of its own on a narrow screen. */
  isWide?: boolean;
  /** What the heading means. */
  about?: string;
  /** What a click on the heading sorts by. */
  sortsBy?: string;
  /** Whether the lowest comes first. */
  isAscending?: boolean;
}

export interface Sorting {
  by: string;
  onSort: (by: string) => void;
}

export interface Selection {
  keys: ReadonlySet<string>;
  onChange: (keys: ReadonlySet<string>) => void;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The name of the saved file, with the dates. */
  file: string;
  /** Buttons at the end of each row, which aren't part of the file. */
  actions?: (row: Row) => ReactNode;
  sorting?: Sorting | undefined;
  selection?: Selection | undefined;
  /** A row above the headings. */
  head?: ReactNode;
}

function show(cell: Cell): string {
  return typeof cell === 'number' ? formatCount(cell) : (cell ?? '–');
}

function Heading({
  column,
  sorting,
}: {
  column: Pick<Column<never>, 'name' | 'heading' | 'about' | 'sortsBy' | 'isAscending'>;
  sorting?: Sorting | undefined;
}) {
  const { name, heading = name, about, sortsBy, isAscending = false } = column;
  if (!sorting || sortsBy === undefined)
    return about === undefined ? heading : <Explained word={name} meaning={about} />;
  const isBy = sorting.by === sortsBy;
  return (
    <button type="button" className="sort" title={about} onClick={() => sorting.onSort(sortsBy)}>
      {name}
      <span aria-hidden="true">{isBy ? (isAscending ? ' ↑' : ' ↓') : ''}</span>
    </button>
  );
}

// The roles repeat those of the elements: on a narrow screen each row is laid out as a card, and screen readers don't
// see a table that isn't laid out as one.

/** A table whose rows become cards on a narrow screen; the first column is their heading. It can be saved as CSV. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, rows, keyOf, file, actions, sorting, selection, head } = props;
  const columns = props.columns.filter(({ isOnlyInFile }) => !isOnlyInFile);
  const save = () => {
    const lines = rows.map((row) => props.columns.map(({ text }) => text(row)));
    saveFile(file, 'text/csv', writeCsv([props.columns.map(({ name }) => name), ...lines]));
  };
  const lastToggled = useRef<string | null>(null);
  const isChosen = (row: Row) => selection?.keys.has(keyOf(row)) ?? false;
  const toggle = (chosen: readonly Row[], isOn: boolean) => {
    const keys = new Set(selection?.keys);
    for (const row of chosen) {
      if (isOn) keys.add(keyOf(row));
      else keys.delete(keyOf(row));
    }
    selection?.onChange(keys);
  };
  /** With the shift key, also toggles the rows between this one and the last. */
  const toggleUntil = (row: Row, isOn: boolean, hasShift: boolean) => {
    const place = rows.indexOf(row);
    const before = hasShift ? rows.findIndex((other) => keyOf(other) === lastToggled.current) : -1;
    const start = before < 0 ? place : before;
    lastToggled.current = keyOf(row);
    toggle(rows.slice(Math.min(start, place), Math.max(start, place) + 1), isOn);
  };
  return (
    <>
      <table className="data" role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          {head}
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className="chosen">
                <input
                  type="checkbox"
                  aria-label="Select all that are shown"
                  checked={rows.length > 0 && rows.every(isChosen)}
                  onChange={(event) => toggle(rows, event.target.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.name}
                role="columnheader"
                scope="col"
                data-number={column.isNumber}
                aria-sort={
                  sorting && sorting.by === column.sortsBy
                    ? column.isAscending
                      ? 'ascending'
                      : 'descending'
                    : undefined
                }
              >
                <Heading column={column} sorting={sorting} />
              </th>
            ))}
            {actions && (
              <th role="columnheader" scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" data-chosen={isChosen(row)}>
              {selection && (
                <td role="cell" className="chosen">
                  <input
                    type="checkbox"
                    aria-label={`Select ${show(columns[0]?.text(row) ?? null)}`}
                    checked={isChosen(row)}
                    onChange={({ target, nativeEvent }) =>
                      toggleUntil(row, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                    }
                  />
                </td>
              )}
              {columns.map(({ name, heading = name, isNumber, isWide, render, text }, position) => {
                const content = (
                  <>
                    <span className="cell-name" aria-hidden="true">
                      {heading}
                    </span>
                    <span className="cell">{render ? render(row) : show(text(row))}</span>
                  </>
                );
                return position === 0 ? (
                  <th key={name} role="rowheader" scope="row">
                    {content}
                  </th>
                ) : (
                  <td key={name} role="cell" data-number={isNumber} data-wide={isWide} data-empty={text(row) === null}>
                    {content}
                  </td>
                );
              })}
              {actions && (
                <td role="cell" data-wide="true">
                  <span className="actions row-actions">{actions(row)}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="table-foot">
        <button type="button" className="button quiet small" onClick={save}>
          Download<span className="visually-hidden"> {file}</span>
        </button>
      </p>
    </>
  );
}
