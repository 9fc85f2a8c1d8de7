import { useQuery } from '@tanstack/react-query';
import { DEFINITIONS } from '../../../src/values/definitions.ts';
import { writeCsv } from '../ui/csv.ts';
import { Empty } from '../ui/Empty.tsx';
import { Explained } from '../ui/Explained.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Money, writeMoney } from '../ui/Money.tsx';
import { formatCount, formatShare, isSmallBase } from '../ui/numbers.ts';
import { Panel } from '../ui/Panel.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { figuresWithout, isEmpty, NO_FIGURES, withOwnInstalls } from './figures.ts';
import { definitionOf, MEASURE_NAMES, numberOf, textOf, type Measure } from './measures.ts';
import { DIMENSION_NAMES, nameOfRow, valueOfRow } from './names.ts';
import {
  breakdownQuery,
  reportQuery,
  type Breakdown,
  type Compared,
  type Figures,
  type Row,
  type Source,
} from './requests.ts';
import { Change } from './Tiles.tsx';
import { canFilter, isAudience, ORIGINS, type Dimension, type View } from './view.ts';

const SALES: readonly Measure[] = ['buyers', 'revenue'];

/** A row and its dimension. In every table, what came without a link is a row of the dimension link. */
type ShownRow = Row & { by: Dimension };

type Shown = Omit<Breakdown, 'rows' | 'compared'> & {
  rows: readonly ShownRow[];
  compared: Compared<readonly ShownRow[]> | null;
  columns: readonly Measure[];
};

const isWithoutLink = (row: ShownRow) => row.by === 'link' && valueOfRow(row, 'link') === '';

/** Takes what came without a link out of the row without a value, and gives it its own row where it counts. */
function splitOrganic(rows: readonly ShownRow[], organic: Figures | undefined, hasRow: boolean): ShownRow[] {
  const shown = rows.map((row) =>
    organic && valueOfRow(row, row.by) === '' ? { ...row, ...figuresWithout(row, organic) } : row
  );
  if (organic && hasRow) shown.push({ ...organic, by: 'link' });
  return shown.filter((row) => !isEmpty(row)).map((row) => (isWithoutLink(row) ? withOwnInstalls(row) : row));
}

const sizeIn = (row: Row, measure: Measure, currency: string | null) =>
  Math.max(0, numberOf(row, measure, currency) ?? 0);

/** Identifies a row, also among rows of other dimensions. */
const keyOf = (row: ShownRow) => JSON.stringify([row.by, valueOfRow(row, row.by)]);

const SALES_OF_ALL = 'Buyers and revenue include sales without a link.';

/** Finds the figures of a row to compare, if anything is compared. A row that is missing counted nothing. */
function findCompared(compared: Shown['compared']): (row: ShownRow) => Compared<Figures> | null {
  if (!compared) return () => null;
  const find = (rows: readonly ShownRow[]) => new Map(rows.map((row) => [keyOf(row), row]));
  const [now, before] = [find(compared.now), find(compared.before)];
  return (row) => ({
    ...compared,
    now: now.get(keyOf(row)) ?? NO_FIGURES,
    before: before.get(keyOf(row)) ?? NO_FIGURES,
  });
}

/** Explains what the row without a value counts, or what all rows count; null where their names say it. */
function meaningOfNone({ rows, by: dimension, columns }: Shown, hasOrganic: boolean): string | null {
  if (!columns.includes('buyers')) {
    const name = DIMENSION_NAMES[dimension].toLowerCase();
    return `Sales from links aren’t counted by ${name}, unless you filter by a campaign.`;
  }
  if (isAudience(dimension)) return hasOrganic ? SALES_OF_ALL : null;
  if (dimension === 'link') return null;
  const none = rows.find((row) => row.by === dimension && valueOfRow(row, dimension) === '');
  if (!none) return null;
  return `${nameOfRow(none, dimension)}: links without one${hasOrganic ? ', and people who came without a link' : ''}.`;
}

interface CellProps {
  row: ShownRow;
  column: Measure;
}

/** Below the installs, how many have bought since; below the installs per 100 visitors, their number. */
function InstallsNote({ row, column }: CellProps) {
  const { installs, bought } = row;
  if (installs === 0 || (column === 'installs' && isWithoutLink(row))) return null;
  const share = isSmallBase(installs) ? '' : ` (${formatShare(bought / installs)})`;
  return (
    <span className="breakdown-share">
      {column === 'conversion' ? `${formatCount(installs)} installs` : `${formatCount(bought)} of them bought${share}`}
    </span>
  );
}

function CellNumber({ row, column, currency }: CellProps & { currency: string | null }) {
  if (column === 'revenue') return <Money sums={row.revenue} main={currency} />;
  return <>{isWithoutLink(row) && column === 'visitors' ? '–' : textOf(row, column, currency)}</>;
}

interface TableProps {
  breakdown: Shown;
  measure: Measure;
  filters: View['filters'];
  /** Left out where nothing can be filtered. */
  onFilter: BreakdownPanelProps['onFilter'];
  onShow: BreakdownPanelProps['onShow'];
}

function BreakdownTable({ breakdown, measure, filters, onFilter, onShow }: TableProps) {
  const { by: dimension, rows, mainCurrency, columns } = breakdown;
  const comparedOf = findCompared(breakdown.compared);
  const sizeOf = (row: Row) => sizeIn(row, measure, mainCurrency);
  const most = Math.max(...rows.map(sizeOf)) || 1;
  return (
    <div
      className="breakdown-rows"
      tabIndex={0}
      role="region"
      aria-label={`By ${DIMENSION_NAMES[dimension].toLowerCase()}`}
    >
      <table className="breakdown">
        <caption className="visually-hidden">What each brought, by {DIMENSION_NAMES[dimension].toLowerCase()}</caption>
        <thead>
          <tr>
            <th scope="col">{DIMENSION_NAMES[dimension]}</th>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                data-shown={name === measure}
                aria-sort={name === measure ? 'descending' : undefined}
              >
                <Explained
                  word={name === 'conversion' ? 'Per 100 visitors' : MEASURE_NAMES[name]}
                  meaning={definitionOf(name) + (name === 'installs' ? ` Bought: ${DEFINITIONS.bought}` : '')}
                  onClick={() => onShow(name)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const value = valueOfRow(row, row.by);
            const name = nameOfRow(row, row.by);
            const isChosen = filters[row.by] === value;
            const compared = comparedOf(row);
            return (
              <tr key={keyOf(row)} data-chosen={isChosen}>
                <th scope="row" style={{ backgroundSize: `${(100 * sizeOf(row)) / most}% 100%` }}>
                  {onFilter ? (
                    <button
                      type="button"
                      aria-pressed={isChosen}
                      title={isChosen ? 'Show everything again' : `Show only this: ${value || name}`}
                      onClick={() => onFilter(row.by, isChosen ? null : value)}
                    >
                      <bdi>{name}</bdi>
                    </button>
                  ) : (
                    <bdi>{name}</bdi>
                  )}
                </th>
                {columns.map((column) => (
                  <td key={column} data-shown={column === measure} data-measure={column}>
                    <span className="breakdown-number">
                      <CellNumber row={row} column={column} currency={mainCurrency} />
                    </span>
                    {column === measure && compared && (
                      <Change {...compared} measure={measure} currency={mainCurrency} />
                    )}
                    {(column === 'installs' || column === 'conversion') && <InstallsNote row={row} column={column} />}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface BreakdownPanelProps {
  title: string;
  /** The parameter of the address that holds the dimension. */
  name: string;
  dimensions: readonly Dimension[];
  source: Source;
  view: View;
  /** Filters everything by a value; null removes the filter. Left out where nothing can be filtered. */
  onFilter?: ((name: Dimension, value: string | null) => void) | undefined;
  measure: Measure;
  onShow: (measure: Measure) => void;
  /** Names the saved file. */
  fileOf: (what: string) => string;
}

/** Where people came from, or who they are. A click on a row filters everything by it. */
export function BreakdownPanel(props: BreakdownPanelProps) {
  const { title, name, dimensions, source, view, onFilter, onShow, fileOf } = props;
  const { params, set } = useAddress();
  const dimension = dimensions.find((known) => known === params.get(name)) ?? dimensions[0] ?? 'campaign';
  const others = Object.fromEntries(Object.entries(view.filters).filter(([each]) => each !== dimension));
  const isCounted = canFilter(others, dimension);
  // By audience, sales of links are counted together with all others, unless a campaign is chosen.
  const hasSales = view.sales === 'all' || Object.keys(view.filters).length > 0 || !isAudience(dimension);
  const measure = hasSales || !SALES.includes(props.measure) ? props.measure : 'installs';
  const query = useQuery({ ...breakdownQuery(source, view, dimension, measure), enabled: isCounted });
  // With another filter, the part without a link isn't known.
  const isOfAll = Object.keys(others).length === 0;
  const whole = useQuery({ ...reportQuery(source, { ...view, filters: {} }), enabled: isOfAll });
  const part = isOfAll && canFilter({ link: '' }, dimension) ? whole.data?.organic : null;
  const hasOrganic = source.bound === undefined && !part && !ORIGINS.some((each) => each in others);

  const save = ({ by, rows, mainCurrency }: Shown) => {
    const headings = [DIMENSION_NAMES[by], 'Visitors', 'Installs', 'Bought since'];
    if (hasSales) headings.push('Buyers', 'Revenue');
    const lines = rows.map((row) => [
      ...[nameOfRow(row, row.by), row.visitors, row.installs, row.bought],
      ...(hasSales ? [row.buyers, writeMoney(row.revenue, mainCurrency)] : []),
    ]);
    saveFile(fileOf(`by-${by}`), 'text/csv', writeCsv([headings, ...lines]));
  };

  return (
    <Panel
      title={title}
      className="breakdown-panel"
      aside={
        <SegmentedControl
          legend={title}
          options={dimensions.map((value) => ({ value, name: DIMENSION_NAMES[value] }))}
          value={dimension}
          onChange={(value) => set({ [name]: value })}
        />
      }
    >
      {isCounted ? (
        <Loaded query={query} what={title.toLowerCase()} lines={5}>
          {(loaded) => {
            const { by, compared, mainCurrency } = loaded;
            const size = (row: Row) => sizeIn(row, measure, mainCurrency);
            const shown = (rows: readonly Row[], organic: Figures | undefined) =>
              splitOrganic(
                rows.map((row) => ({ ...row, by: others.link === '' ? 'link' : by })),
                organic,
                view.sales === 'all'
              )
                .filter(({ visitors, installs }) => hasSales || visitors + installs > 0)
                .toSorted((one, other) => size(other) - size(one));
            const before = shown(compared?.before ?? [], part?.compared?.before);
            const breakdown: Shown = {
              ...loaded,
              rows: shown(loaded.rows, part?.total),
              // If all rows are new, none has to say so.
              compared:
                compared && before.length > 0 && whole.data?.compared !== null
                  ? { ...compared, now: shown(compared.now, part?.compared?.now), before }
                  : null,
              columns: ['visitors', measure === 'conversion' ? measure : 'installs', ...(hasSales ? SALES : [])],
            };
            return (
              <>
                {breakdown.rows.length === 0 ? (
                  <Empty title="Nothing in these days">
                    <p>Choose a longer period, or remove a filter.</p>
                  </Empty>
                ) : (
                  <>
                    <p className="breakdown-shown">
                      Shows {MEASURE_NAMES[measure].toLowerCase()}. Choose another number at the top.
                    </p>
                    <BreakdownTable
                      breakdown={breakdown}
                      measure={measure}
                      filters={view.filters}
                      onFilter={onFilter}
                      onShow={onShow}
                    />
                  </>
                )}
                {breakdown.hint !== undefined && <p className="panel-note">{breakdown.hint}</p>}
                <p className="table-foot">
                  {meaningOfNone(breakdown, hasOrganic)}
                  <button type="button" className="button quiet small" onClick={() => save(breakdown)}>
                    Download<span className="visually-hidden"> {title.toLowerCase()}</span>
                  </button>
                </p>
              </>
            );
          }}
        </Loaded>
      ) : (
        <Empty title="Not counted together">
          <p>
            Platform, browser, country and system are counted by campaign, and not by link, source, medium or tag.
            Remove that filter to see this.
          </p>
        </Empty>
      )}
    </Panel>
  );
}
