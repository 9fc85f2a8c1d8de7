import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { Explained } from '../ui/Explained.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { formatDay, formatDayOfYear } from '../ui/times.ts';
import { LONG_RANGES, SHORT_RANGES, daysBefore, type Days } from '../ui/useDays.ts';
import { DIMENSION_NAMES, nameOfValue } from './names.ts';
import { useView, type Dimension } from './view.ts';

const ATTRIBUTIONS = [
  { value: 'last', name: 'Last link' },
  { value: 'brought', name: 'Brought by' },
] as const;

const CREDIT = 'A sale counts for the last link that the person opened, or for the one that brought them to the app.';

const SALES = [
  { value: 'all', name: 'All sales' },
  { value: 'links', name: 'From links' },
] as const;

/** Days of one's own. */
function OwnDays({ days, today, onChoose }: { days: Days; today: string; onChoose: (days: Days) => void }) {
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onChoose({ from, to });
  };
  return (
    <form className="menu-days" onSubmit={submit}>
      <label>
        From <input type="date" required value={from} max={to} onChange={(event) => setFrom(event.target.value)} />
      </label>
      <label>
        To{' '}
        <input type="date" required value={to} min={from} max={today} onChange={(event) => setTo(event.target.value)} />
      </label>
      <button type="submit" className="button small">
        Show these days
      </button>
    </form>
  );
}

/** Yesterday, weeks, months and quarters, and days of one's own. */
function DaysMenu({ timezone }: { timezone: string }) {
  const { view, range, choose, chooseOwn, today } = useView(timezone);
  const { from, to } = view.days;
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
    menu.current?.querySelector('summary')?.focus();
  };
  const chosen = LONG_RANGES.find(({ value }) => value === range)?.name;
  return (
    <details ref={menu} className="menu" onKeyDown={(event) => event.key === 'Escape' && close()}>
      <summary className="button quiet small">{chosen ?? (range === null ? 'Custom days' : 'Other days')}</summary>
      <div className="menu-body">
        <div className="menu-choices">
          {LONG_RANGES.map(({ value, name }) => (
            <button
              key={value}
              type="button"
              className="button quiet small"
              aria-pressed={value === range}
              onClick={() => {
                choose(value);
                close();
              }}
            >
              {name}
            </button>
          ))}
        </div>
        <OwnDays
          key={`${from} ${to}`}
          days={view.days}
          today={today}
          onChoose={(days) => {
            chooseOwn(days);
            close();
          }}
        />
      </div>
    </details>
  );
}

const writeDays = ({ from, to }: Days) =>
  from === to ? formatDayOfYear(from) : `${formatDayOfYear(from)} to ${formatDayOfYear(to)}`;

/** Which days the numbers cover, and which they are compared with. Hours are counted only for the whole app. */
function describeDays(days: Days, today: string, comparison: 'none' | 'unknown' | 'empty' | 'known'): string {
  const isToday = days.from === today;
  const shown = `${writeDays(days)}${days.to === today ? (isToday ? ', so far' : ', today so far') : ''}`;
  if (comparison === 'none') return shown;
  if (comparison === 'unknown') return `${shown}, not compared: hours are counted only for the whole app`;
  if (comparison === 'empty')
    return `${shown}, not compared: numbers before ${formatDay(days.from)} are missing, or some of them`;
  const before = daysBefore(days);
  const compared = `${shown}, compared with ${writeDays(before)}`;
  if (isToday) return `${compared} until the same time`;
  return days.to === today ? `${compared}; changes leave out today and ${formatDay(before.to)}` : compared;
}

interface ReportBarProps {
  timezone: string;
  /** Filters that this page ignores. They stay in the address for other pages. */
  ignored?: readonly Dimension[];
  /** Whether sales without a link can be left out here. */
  hasSales?: boolean;
  /** Whether the attribution of sales can be chosen here. */
  hasAttribution?: boolean;
  hasComparison?: boolean;
  /** Whether there is anything to compare with. */
  hasBefore?: boolean;
  /** Whether filters can be chosen: a shared view has its own. */
  hasFilters?: boolean;
  /** What the filtered link is called, if that is known. */
  linkName?: string | undefined;
  /** At the end of the bar, such as the share button. */
  children?: ReactNode;
}

/** Days, comparison and filters of a report, all kept in the address. */
export function ReportBar({
  timezone,
  ignored = [],
  hasSales = false,
  hasAttribution = true,
  hasComparison = true,
  hasBefore = true,
  hasFilters = true,
  linkName,
  children,
}: ReportBarProps) {
  const { view, today, range, choose, compare, attribute, count, filter } = useView(timezone);
  const filters = Object.entries(view.filters) as [Dimension, string][];
  const isWhole = hasFilters && filters.length === 0 && view.sales === 'all';
  const isUnknown = !isWhole && view.days.from === today;
  const comparison =
    !hasComparison || !view.isCompared ? 'none' : isUnknown ? 'unknown' : hasBefore ? 'known' : 'empty';
  const [hasOptions, setOptions] = useState(view.attribution !== 'last' || view.sales !== 'all');
  return (
    <section className="bar" aria-label="What is shown">
      <div className="bar-choices">
        <SegmentedControl legend="Days" options={SHORT_RANGES} value={range ?? ''} onChange={choose} />
        <DaysMenu timezone={timezone} />
        {hasComparison && (
          <label className="check">
            <input type="checkbox" checked={view.isCompared} onChange={(event) => compare(event.target.checked)} />
            Compare
          </label>
        )}
        {hasAttribution && (
          <button
            type="button"
            className="button quiet small bar-toggle"
            aria-expanded={hasOptions}
            onClick={() => setOptions(!hasOptions)}
          >
            Options
          </button>
        )}
        <div className="bar-options" data-open={hasOptions || !hasAttribution}>
          {hasAttribution && (
            <div className="bar-choice">
              <Explained word="Credit" meaning={CREDIT} />
              <SegmentedControl
                legend="Credit for sales"
                options={ATTRIBUTIONS}
                value={view.attribution}
                onChange={attribute}
              />
            </div>
          )}
          {hasSales && filters.length === 0 && (
            <SegmentedControl legend="Which sales count" options={SALES} value={view.sales} onChange={count} />
          )}
          {children}
        </div>
      </div>
      {hasFilters && filters.length > 0 && (
        <ul className="chips" aria-label="Filters">
          {filters.map(([name, value]) => (
            <li key={name} className="chip" data-ignored={ignored.includes(name)}>
              <span>
                {DIMENSION_NAMES[name]}: <bdi>{(name === 'link' && linkName) || nameOfValue(name, value)}</bdi>
                {ignored.includes(name) && ' (doesn’t apply here)'}
              </span>
              <button type="button" onClick={() => filter(name, null)}>
                <span aria-hidden="true">×</span>
                <span className="visually-hidden">Remove the filter {DIMENSION_NAMES[name]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="bar-print">
        {describeDays(view.days, today, comparison)}. Days in {timezone}.
      </p>
    </section>
  );
}
