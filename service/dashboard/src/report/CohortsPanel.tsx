import { useQuery } from '@tanstack/react-query';
import { largestCurrency, orderedCurrencies } from '../ui/currencies.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Explained } from '../ui/Explained.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { writeMoney, type Sum } from '../ui/Money.tsx';
import { formatCount, formatMoney, formatShare, isSmallBase } from '../ui/numbers.ts';
import { PageLink } from '../ui/PageLink.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { formatDay, formatDayOfYear } from '../ui/times.ts';
import { useAddress } from '../ui/useAddress.ts';
import { moveDay, type Days } from '../ui/useDays.ts';
import { addCohorts, type Cohort, type CohortDay } from './addCohorts.ts';
import { cohortsQuery, COHORT_ROWS } from './cohortsQuery.ts';
import { nameOfValue } from './names.ts';
import type { Source } from './requests.ts';
import type { View } from './view.ts';
import './cohorts.css';

const ROWS = [
  { value: 'week', name: 'Weeks' },
  { value: 'campaign', name: 'Campaigns' },
] as const;

const DAYS = ['d1', 'd7', 'd30'] as const;

const DAY_NAMES: Readonly<Record<CohortDay, string>> = { d1: 'day 1', d7: 'day 7', d30: 'day 30' };

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** How dark a cell may get, in percent, so numbers stay easy to read. */
const DARKEST = 45;

/** With fewer installs, a number is high or low by chance, and gets no colour. */
const MIN_COLOURED = 20;

/** What the installs that are old enough did, on three days. */
interface Figure {
  name: string;
  about: string;
  /** In the file; null if no install is old enough. */
  text: (row: Cohort, day: CohortDay) => string | number | null;
  /** Per install, for the colour. */
  sizeOf: (row: Cohort, day: CohortDay) => number;
  /** Per install, and of all. */
  write: (row: Cohort, day: CohortDay) => { each: string; all: string };
  /** Between what all did and how many they are. */
  word: 'of' | 'from';
}

/** “9 of 38” if only 38 of the installs are old enough, or if there are few, and “9” otherwise. */
function ofOld(all: string, word: string, { oldEnough, installs }: Cohort, day: CohortDay): string {
  const old = oldEnough[day];
  return old === installs && !isSmallBase(old) ? all : `${all} ${word}\u00a0${formatCount(old)}`;
}

/** The days of which something is known. */
const daysOf = (rows: readonly Cohort[], { text }: Figure) =>
  DAYS.filter((day) => rows.some((row) => text(row, day) !== null));

/** A column for each day, whose cells are darker where the number is higher. */
function columnsOf(rows: readonly Cohort[], figure: Figure): Column<Cohort>[] {
  const { name, text, sizeOf, write, word } = figure;
  const days = daysOf(rows, figure);
  return DAYS.map((day) => {
    const sizeToColour = (row: Cohort) => (row.oldEnough[day] < MIN_COLOURED ? 0 : sizeOf(row, day));
    const most = Math.max(0, ...rows.map(sizeToColour));
    return {
      name: `${name} ${DAY_NAMES[day]}`,
      heading: (
        <>
          <span className="cohort-figure" data-first={day === days[0]}>
            {name}{' '}
          </span>
          {DAY_NAMES[day]}
        </>
      ),
      isNumber: true,
      isOnlyInFile: !days.includes(day),
      text: (row) => text(row, day),
      render: (row) => {
        if (text(row, day) === null) return <span className="muted">–</span>;
        const percent = most > 0 ? Math.round((DARKEST * Math.max(0, sizeToColour(row))) / most) : 0;
        const { each, all } = write(row, day);
        return (
          <>
            {!isSmallBase(row.oldEnough[day]) && (
              <span
                className="shade"
                data-empty={percent === 0}
                style={{ background: `color-mix(in srgb, var(--accent) ${percent}%, transparent)` }}
              >
                {each}
              </span>
            )}
            <span className="shade-note">
              {ofOld(all, word, row, day)}
              {word === 'from' && <span className="visually-hidden"> in total</span>}
            </span>
          </>
        );
      },
    };
  });
}

function figureOfCounts(name: string, about: string, countOf: (row: Cohort, day: CohortDay) => number | null): Figure {
  const sizeOf = (row: Cohort, day: CohortDay) => (countOf(row, day) ?? 0) / Math.max(1, row.oldEnough[day]);
  return {
    name,
    about,
    text: countOf,
    sizeOf,
    write: (row, day) => ({ each: formatShare(sizeOf(row, day)), all: formatCount(countOf(row, day) ?? 0) }),
    word: 'of',
  };
}

const BOUGHT = figureOfCounts(
  'Bought by',
  'How many installs bought within 1, 7 and 30 times 24 hours, and their share.',
  ({ buyers }, day) => buyers[day]
);

const RETURNED = figureOfCounts(
  'Returned on',
  'How many installs logged an event or opened a link on the 1st, 7th and 30th day after their own, and their share.',
  ({ returned }, day) => returned?.[day] ?? null
);

/** In as many digits as the currency has: none in yen, three in Kuwaiti dinars. */
const formatPerInstall = ({ currency, sum }: Sum, installs: number) =>
  formatMoney(String(Number(sum) / installs), currency, {});

/** In the main currency, or the one with the largest sum where nothing was sold in that. */
const revenueIn = (main: string | null): Figure => ({
  name: 'Revenue by',
  about: 'Revenue within 1, 7 and 30 times 24 hours of the install: per install, and in total.',
  text: ({ revenue }, day) => revenue[day] && writeMoney(revenue[day], main),
  sizeOf: ({ revenue, oldEnough }, day) =>
    Number(revenue[day]?.find(({ currency }) => currency === main)?.sum ?? 0) / Math.max(1, oldEnough[day]),
  write: ({ revenue, oldEnough }, day) => {
    const [first = main === null ? null : { currency: main, sum: '0' }] = orderedCurrencies(revenue[day] ?? [], main);
    // Without any sale, no currency is known.
    if (!first) return { each: formatCount(0), all: formatCount(0) };
    return {
      each: formatPerInstall(first, oldEnough[day]),
      all: formatMoney(first.sum, first.currency),
    };
  },
  word: 'from',
});

/** The names of the figures. Each heading below has the whole name, which is what a screen reader reads. */
function FigureNames({ rows, figures }: { rows: readonly Cohort[]; figures: readonly Figure[] }) {
  return (
    <tr role="row">
      <td role="cell" colSpan={2} />
      {figures.map((figure) => {
        const { name, about } = figure;
        const { length } = daysOf(rows, figure);
        return (
          length > 0 && (
            <td key={name} role="cell" colSpan={length}>
              <Explained word={name} meaning={about} />
            </td>
          )
        );
      })}
    </tr>
  );
}

function mainOf(rows: readonly Cohort[], set: string | null): string | null {
  return set ?? largestCurrency(rows.flatMap(({ revenue }) => DAYS.flatMap((day) => revenue[day] ?? [])));
}

interface CohortTableProps {
  rows: readonly Cohort[];
  by: 'week' | 'campaign';
  /** Null for the currency of the largest sum. */
  mainCurrency: string | null;
  /** The installs are of these days. */
  days: Days;
  file: string;
  /** Whether a campaign leads to its weeks. */
  hasLinks: boolean;
}

/** A week, and from or until when it counts if a part of it is outside of the report. */
function WeekName({ week, days: { from, to } }: { week: string; days: Days }) {
  const counted = [
    ...(week < from ? [`from ${formatDay(from)}`] : []),
    ...(moveDay(week, 6) > to ? [`until ${formatDay(to)}`] : []),
  ];
  return (
    <>
      <span className="nowrap">{formatDayOfYear(week)}</span>
      {counted.length > 0 && <span className="week-part"> {counted.join(' ')}</span>}
    </>
  );
}

function CohortTable({ rows: each, by, mainCurrency, days, file, hasLinks }: CohortTableProps) {
  const sorted = by === 'campaign' ? each.toSorted((one, other) => other.installs - one.installs) : each;
  const rows = each.length > 1 ? [addCohorts(each), ...sorted] : each;
  const figures = [BOUGHT, revenueIn(mainOf(each, mainCurrency)), RETURNED];
  const nameOf = ({ week, campaign }: Cohort) =>
    week ?? (campaign === undefined ? 'All' : nameOfValue('campaign', campaign ?? ''));
  const showName = (row: Cohort) => {
    if (row.week !== undefined) return <WeekName week={row.week} days={days} />;
    if (row.campaign === undefined || !hasLinks) return nameOf(row);
    return (
      <PageLink to="/cohorts" values={{ campaign: row.campaign ?? '' }}>
        {nameOf(row)}
      </PageLink>
    );
  };
  return (
    <DataTable
      caption={`What people did after installing, by ${by}`}
      file={file}
      rows={rows}
      keyOf={({ week, campaign }) => JSON.stringify({ week, campaign })}
      columns={[
        { name: by === 'week' ? 'Week from' : 'Campaign', text: nameOf, render: showName },
        { name: 'Installs', isNumber: true, text: ({ installs }) => installs },
        ...DAYS.map((day) => ({
          name: `Old enough for ${DAY_NAMES[day]}`,
          isOnlyInFile: true,
          text: ({ oldEnough }: Cohort) => oldEnough[day],
        })),
        ...figures.flatMap((figure) => columnsOf(rows, figure)),
      ]}
      head={<FigureNames rows={rows} figures={figures} />}
    />
  );
}

/** What the numbers count, and what is missing. */
function Note({ rows }: { rows: readonly Cohort[] }) {
  const early = DAYS.filter((day) => rows.every(({ oldEnough }) => oldEnough[day] === 0));
  const hasOthers = rows.some(({ revenue }) => DAYS.some((day) => (revenue[day]?.length ?? 0) > 1));
  return (
    <p className="panel-note">
      By the link that brought the install. A column counts only installs for which its day is over: “9 of 38” means 9
      of 38 such installs, and a dash that there are none. Revenue is per install, with the total below it
      {hasOthers && '; other currencies are in the download'}.
      {early.length > 0 && ` No install is old enough for ${either.format(early.map((day) => DAY_NAMES[day]))} yet.`}
      {rows[0]?.returned === null && ' Who returned is unknown, as the app logs no events.'}
    </p>
  );
}

interface CohortsPanelProps {
  source: Source;
  view: View;
  mainCurrency: string | null;
  /** Names the saved file. */
  fileOf: (what: string) => string;
}

/** What people did after installing: who bought, for how much, and who came back. */
export function CohortsPanel({ source, view, mainCurrency, fileOf }: CohortsPanelProps) {
  const { params, set } = useAddress();
  const chosen = COHORT_ROWS.find((known) => known === params.get('rows')) ?? 'week';
  const query = useQuery(cohortsQuery(source, view, chosen));
  return (
    <Panel
      title="After the install"
      aside={
        <SegmentedControl
          legend="Rows"
          options={ROWS}
          value={chosen}
          onChange={(value) => set({ rows: value === 'week' ? null : value })}
        />
      }
    >
      <Loaded query={query} what="the cohorts" lines={6}>
        {({ by, rows, from, to }) =>
          rows.length === 0 ? (
            <Empty title="Nobody installed in these days">
              <p>Choose a longer period, or remove a filter.</p>
            </Empty>
          ) : (
            <>
              <div className="cohorts" tabIndex={0} role="region" aria-label="Cohorts">
                <CohortTable
                  rows={rows}
                  by={by}
                  mainCurrency={mainCurrency}
                  days={{ from, to }}
                  file={fileOf(`cohorts-by-${by}`)}
                  hasLinks={source.bound === undefined}
                />
              </div>
              <Note rows={rows} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
