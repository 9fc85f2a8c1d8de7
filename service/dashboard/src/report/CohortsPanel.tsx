import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { largestCurrency, orderedCurrencies } from '../ui/currencies.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { OtherSums, writeMoney, type Sum } from '../ui/Money.tsx';
import { formatCount, formatMoney, formatShare } from '../ui/numbers.ts';
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

const DAY_NAMES: Readonly<Record<CohortDay, string>> = { d1: 'D1', d7: 'D7', d30: 'D30' };

/** How dark a cell may get, in percent, so numbers stay easy to read. */
const DARKEST = 45;

interface ShadeProps {
  share: number;
  most: number;
  children: ReactNode;
  /** Below the number: the count or sum that it comes from. */
  note: ReactNode;
}

/** A number that is darker where it is higher. */
function Shade({ share, most, children, note }: ShadeProps) {
  const percent = most > 0 ? Math.round((DARKEST * Math.max(0, share)) / most) : 0;
  return (
    <>
      <span
        className="shade"
        data-empty={percent === 0}
        style={{ background: `color-mix(in srgb, var(--accent) ${percent}%, transparent)` }}
      >
        {children}
      </span>
      <span className="shade-note">{note}</span>
    </>
  );
}

/** "4 of 38" if only 38 of the installs are old enough, and "4" if all are. */
const ofOld = (text: string, { oldEnough, installs }: Cohort, day: CohortDay, word = 'of') =>
  oldEnough[day] === installs ? text : `${text} ${word}\u00a0${formatCount(oldEnough[day])}`;

/** With fewer installs, a number is high or low by chance, and gets no colour. */
const MIN_COLOURED = 20;

const forColour = (share: number, { oldEnough }: Cohort, day: CohortDay) => (oldEnough[day] < MIN_COLOURED ? 0 : share);

/** Columns of one figure: a share of the installs that are old enough, on three days. */
function columnsOf(
  rows: readonly Cohort[],
  title: string,
  about: string,
  countOf: (row: Cohort, day: CohortDay) => number | null
): Column<Cohort>[] {
  return DAYS.map((day) => {
    const share = (row: Cohort) => (countOf(row, day) ?? 0) / Math.max(1, row.oldEnough[day]);
    const colour = (row: Cohort) => forColour(share(row), row, day);
    const most = Math.max(0, ...rows.map(colour));
    return {
      name: `${title} ${DAY_NAMES[day]}`,
      isNumber: true,
      about,
      text: (row) => countOf(row, day),
      render: (row) => {
        const count = countOf(row, day);
        if (count === null) return <span className="muted">–</span>;
        return (
          <Shade share={colour(row)} most={most} note={ofOld(formatCount(count), row, day)}>
            {formatShare(share(row))}
          </Shade>
        );
      },
    };
  });
}

/** Revenue per install that is old enough, rounded to two decimals. */
const formatPerInstall = ({ currency, sum }: Sum, installs: number) =>
  formatMoney((Number(sum) / installs).toFixed(2), currency);

/** Revenue of the installs that are old enough, in all currencies: per install, and in total. */
function revenueColumns(rows: readonly Cohort[], main: string | null): Column<Cohort>[] {
  return DAYS.map((day) => {
    const each = (row: Cohort) =>
      Number(row.revenue[day]?.find(({ currency }) => currency === main)?.sum ?? 0) / Math.max(1, row.oldEnough[day]);
    const colour = (row: Cohort) => forColour(each(row), row, day);
    const most = Math.max(0, ...rows.map(colour));
    return {
      name: `Revenue ${DAY_NAMES[day]}`,
      isNumber: true,
      about: 'Revenue within 1, 7 and 30 times 24 hours of the install: per install, and in total.',
      text: (row) => row.revenue[day] && writeMoney(row.revenue[day], main),
      render: (row) => {
        const sums = row.revenue[day];
        if (sums === null) return <span className="muted">–</span>;
        const [first, ...others] = orderedCurrencies(sums, main);
        if (!first) return <span className="muted">{formatCount(0)}</span>;
        const installs = row.oldEnough[day];
        return (
          <Shade
            share={colour(row)}
            most={most}
            note={
              <>
                {ofOld(formatMoney(first.sum, first.currency), row, day, 'from')}
                <span className="visually-hidden"> in total</span>
              </>
            }
          >
            <span>{formatPerInstall(first, installs)}</span>
            {others.length > 0 && (
              <OtherSums
                lines={others.map(
                  (sum) => `${formatPerInstall(sum, installs)} · ${formatMoney(sum.sum, sum.currency)}`
                )}
              />
            )}
          </Shade>
        );
      },
    };
  });
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

function CohortTable({ rows: each, by, mainCurrency, days, file }: CohortTableProps) {
  const rows = each.length > 1 ? [addCohorts(each), ...each] : each;
  const main = mainOf(each, mainCurrency);
  const nameOf = ({ week, campaign }: Cohort) =>
    week ?? (campaign === undefined ? 'All' : nameOfValue('campaign', campaign ?? ''));
  return (
    <DataTable
      caption={`What people did after installing, by ${by}`}
      file={file}
      rows={rows}
      keyOf={({ week, campaign }) => JSON.stringify({ week, campaign })}
      columns={[
        {
          name: by === 'week' ? 'Week from' : 'Campaign',
          text: nameOf,
          render: (row) => (row.week === undefined ? nameOf(row) : <WeekName week={row.week} days={days} />),
        },
        { name: 'Installs', isNumber: true, text: ({ installs }) => installs },
        ...DAYS.map((day) => ({
          name: `Old enough for ${DAY_NAMES[day]}`,
          isOnlyInFile: true,
          text: ({ oldEnough }: Cohort) => oldEnough[day],
        })),
        ...columnsOf(
          rows,
          'Bought',
          'Installs that bought within 1, 7 and 30 times 24 hours, and their share.',
          ({ buyers }, day) => buyers[day]
        ),
        ...revenueColumns(rows, main),
        ...columnsOf(
          rows,
          'Returned',
          'Installs that logged an event or opened a link on the 1st, 7th and 30th day after the install.',
          ({ returned }, day) => returned?.[day] ?? null
        ),
      ]}
    />
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
                />
              </div>
              <p className="panel-note">
                By the link that brought the install. D7 is the seventh day after it, and counts only installs that are
                that old: “4 of 38” means that 38 are. A dash means none are
                {rows[0]?.returned === null && ', or that the app logs no events, so returns are unknown'}. Revenue is
                per install, with the total below it.
              </p>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
