import { useQuery } from '@tanstack/react-query';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { nameOfValue } from '../report/names.ts';
import { ReportBar } from '../report/ReportBar.tsx';
import { AUDIENCES, useView } from '../report/view.ts';
import { largestCurrency } from '../ui/currencies.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { formatCount, formatMoney, formatShare } from '../ui/numbers.ts';
import { Page } from '../ui/Page.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { formatDayOfYear } from '../ui/times.ts';
import { useAddress } from '../ui/useAddress.ts';
import { cohortsQuery, COHORT_ROWS, type Cohort } from './requests.ts';
import './cohorts.css';

const ROWS = [
  { value: 'week', name: 'Weeks' },
  { value: 'campaign', name: 'Campaigns' },
] as const;

const DAYS = ['d1', 'd7', 'd30'] as const;
type CohortDay = (typeof DAYS)[number];

const DAY_NAMES: Readonly<Record<CohortDay, string>> = { d1: 'D1', d7: 'D7', d30: 'D30' };

/** How dark a cell may get, in percent: numbers stay easy to read. */
const DARKEST = 45;

/** A number that is darker where it is higher. */
function Shade({ share, most, children }: { share: number; most: number; children: string }) {
  const percent = most > 0 ? Math.round((DARKEST * Math.max(0, share)) / most) : 0;
  return (
    <span className="shade" style={{ background: `color-mix(in srgb, var(--accent) ${percent}%, transparent)` }}>
      {children}
    </span>
  );
}

/** What an install brought within some days, in the main currency; null while those aren't over. */
function revenueOf({ revenue, installs }: Cohort, day: CohortDay, currency: string | null): number | null {
  const sums = revenue[day];
  if (sums === null) return null;
  return Number(sums.find((sum) => sum.currency === currency)?.sum ?? 0) / installs;
}

/** Columns of one figure: a share of installs on three days. */
function columnsOf(
  rows: readonly Cohort[],
  title: string,
  about: string,
  countOf: (row: Cohort, day: CohortDay) => number | null
): Column<Cohort>[] {
  return DAYS.map((day) => {
    const share = (row: Cohort) => (countOf(row, day) ?? 0) / row.installs;
    const most = Math.max(0, ...rows.map(share));
    return {
      name: `${title} ${DAY_NAMES[day]}`,
      isNumber: true,
      about,
      text: (row) => countOf(row, day),
      render: (row) => {
        const count = countOf(row, day);
        if (count === null) return <span className="muted">–</span>;
        return <Shade share={share(row)} most={most}>{`${formatCount(count)} · ${formatShare(share(row))}`}</Shade>;
      },
    };
  });
}

function mainOf(rows: readonly Cohort[], set: string | null): string | null {
  return set ?? largestCurrency(rows.flatMap(({ revenue }) => DAYS.flatMap((day) => revenue[day] ?? [])));
}

function CohortTable({ rows, by, file }: { rows: readonly Cohort[]; by: 'week' | 'campaign'; file: string }) {
  const { app } = useCurrentApp();
  const main = mainOf(rows, app.mainCurrency);
  const nameOf = (row: Cohort) =>
    by === 'week' ? formatDayOfYear(row.week ?? '') : nameOfValue('campaign', row.campaign ?? '');
  const highest = (day: CohortDay) => Math.max(0, ...rows.map((row) => revenueOf(row, day, main) ?? 0));
  return (
    <DataTable
      caption={`What became of installs, by ${by}`}
      file={file}
      rows={rows}
      keyOf={(row) => row.week ?? row.campaign ?? ''}
      columns={[
        {
          name: by === 'week' ? 'Week from' : 'Campaign',
          text: (row) => (by === 'week' ? (row.week ?? '') : nameOf(row)),
          render: nameOf,
        },
        { name: 'Installs', isNumber: true, text: ({ installs }) => installs },
        ...columnsOf(
          rows,
          'Bought',
          'Installs that bought within 1, 7 and 30 times 24 hours, and their share.',
          ({ buyers }, day) => buyers[day]
        ),
        ...DAYS.map((day): Column<Cohort> => ({
          name: `Per install ${DAY_NAMES[day]}`,
          isNumber: true,
          about: `Revenue within these days in ${main ?? 'the main currency'}, divided by installs.`,
          text: (row) => revenueOf(row, day, main)?.toFixed(2) ?? null,
          render: (row) => {
            const each = revenueOf(row, day, main);
            if (each === null) return <span className="muted">–</span>;
            const total = row.revenue[day]?.find(({ currency }) => currency === main)?.sum ?? '0';
            return (
              <>
                <Shade share={each} most={highest(day)}>
                  {formatMoney(each.toFixed(2), main)}
                </Shade>
                {by === 'campaign' && <span className="shade-total">{formatMoney(total, main)} in total</span>}
              </>
            );
          },
        })),
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

/** What became of the people who installed: who bought, for how much, and who came back. */
export function CohortsPage() {
  const { app } = useCurrentApp();
  const { view } = useView(app.timeZone);
  const { params, set } = useAddress();
  const fileOf = useFileName();
  const chosen = COHORT_ROWS.find((known) => known === params.get('rows')) ?? 'week';
  const query = useQuery(cohortsQuery(app.id, view, chosen));
  return (
    <Page title="Cohorts" of={app.name}>
      <ReportBar timezone={app.timeZone} hasAttribution={false} hasComparison={false} ignored={[...AUDIENCES, 'tag']} />
      <Panel
        title="What became of installs"
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
          {({ by, rows }) =>
            rows.length === 0 ? (
              <Empty title="Nobody installed in these days">
                <p>Choose a longer period, or remove a filter.</p>
              </Empty>
            ) : (
              <>
                <div className="cohorts" tabIndex={0} role="region" aria-label="Cohorts">
                  <CohortTable rows={rows} by={by} file={fileOf(`cohorts-by-${by}`)} />
                </div>
                <p className="panel-note">
                  By the link that brought the install. A dash stands for days that aren’t over for every install of the
                  row{rows[0]?.returned === null && ', and it’s unknown who returned, because the app logs no events'}.
                </p>
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  );
}
