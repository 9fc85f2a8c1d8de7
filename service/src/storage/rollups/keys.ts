import { AUDIENCES, ORIGINS, VIEWS, type Dimension, type View } from './figures.ts';

/**
 * Rows of roll-ups name a combination of dimensions by a number, which is a hash of it; `rollup_keys` has what it stands
 * for. So a stored row, such as an event, remembers with two or three numbers where it was counted. Nothing in it depends
 * on settings, as array_to_string might: Citus refuses such functions of a column in UPDATE.
 */
export function keyOf(name: View | 'who', values: readonly string[]): string {
  const told = values.map((value) => `E'\\x1f' || coalesce(${value}, E'\\x1e')`);
  return `hashtextextended('${name}' || ${told.join(' || ')}, 0)`;
}

/** The key of where somebody came from: expressions for link, campaign, source and medium. */
export const originKey = (values: Readonly<Record<(typeof ORIGINS)[number], string>>) =>
  keyOf(
    'origin',
    ORIGINS.map((name) => values[name])
  );

/** The key of who somebody is, without the campaign. */
export const whoKey = (values: Readonly<Record<(typeof AUDIENCES)[number], string>>) =>
  keyOf(
    'who',
    AUDIENCES.map((name) => values[name])
  );

/** The key of a view's row, from columns that have the names of dimensions. */
export const viewKey = (view: View, columnOf: (name: Dimension) => string = (name) => name) =>
  keyOf(view, VIEWS[view].map(columnOf));
