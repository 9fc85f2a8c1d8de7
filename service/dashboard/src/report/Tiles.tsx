import { useId } from 'react';
import { DEFINITIONS } from '../../../src/values/definitions.ts';
import { Explained } from '../ui/Explained.tsx';
import { Money } from '../ui/Money.tsx';
import { formatCount } from '../ui/numbers.ts';
import { changeOf, definitionOf, MEASURE_NAMES, MEASURES, textOf, type Measure } from './measures.ts';
import type { Compared, Figures, Report } from './requests.ts';

interface ChangeProps extends Compared<Figures> {
  measure: Measure;
  currency: string | null;
}

/** How a number compares with the days before. */
export function Change({ now, before, measure, currency, isWithoutToday }: ChangeProps) {
  const change = changeOf(now, before, measure, currency);
  if (!change) return null;
  const [one, other] = [textOf(now, measure, currency), textOf(before, measure, currency)];
  const about = isWithoutToday ? `without today: ${one}, before: ${other}` : `before: ${other}`;
  return (
    <span className="change" data-tone={change.tone} title={about}>
      {change.text}
      {change.was !== null && (
        <span className="change-was" aria-hidden="true">
          {' '}
          {isWithoutToday && `${one} until yesterday, `}
          {change.was}
        </span>
      )}
      <span className="visually-hidden"> ({about})</span>
    </span>
  );
}

/** Below a number, such as installs without a link. */
function Note({ measure, report }: { measure: Measure; report: Report }) {
  const { total, organic, mainCurrency, sales } = report;
  if (measure === 'installs' && total.withoutLink + total.unsure > 0) {
    return (
      <>
        {sales !== 'organic' && `and ${formatCount(total.withoutLink)} `}
        <Explained word="without a link" meaning={DEFINITIONS.withoutLink} />, {sales === 'organic' && 'and '}
        {formatCount(total.unsure)} <Explained word="without a sure match" meaning={DEFINITIONS.unsure} />
      </>
    );
  }
  if (measure === 'visitors' && total.opens > 0) {
    return (
      <>
        and {formatCount(total.opens)} <Explained word="opens" meaning={DEFINITIONS.opens} />
      </>
    );
  }
  if (measure === 'buyers') {
    const count = organic?.total.buyers ?? 0;
    const others = `; ${formatCount(count)} ${sales === 'links' ? 'more' : 'of them'} without a link`;
    return <>first purchases{count > 0 && others}</>;
  }
  if (measure === 'revenue') {
    const others = total.revenue.filter(({ currency }) => currency !== mainCurrency);
    const { confirmedRevenue } = total;
    return (
      <>
        {others.length > 0 && (
          <>
            and <Money sums={others} />
          </>
        )}
        {others.length > 0 && confirmedRevenue.length > 0 && '; '}
        {confirmedRevenue.length > 0 && (
          <>
            <Money sums={confirmedRevenue} main={mainCurrency} />{' '}
            <Explained word="confirmed" meaning={DEFINITIONS.confirmedRevenue} />
          </>
        )}
      </>
    );
  }
  return null;
}

/** Longer numbers are shown smaller, as they would overflow a large tile. */
const MAX_LARGE_CHARS = 8;

function Tile({ measure, report, isShown, onShow }: TileProps) {
  const { total, compared, mainCurrency } = report;
  const id = useId();
  const value = textOf(total, measure, mainCurrency);
  return (
    <li className="tile" data-shown={isShown}>
      <button type="button" aria-pressed={isShown} aria-describedby={id} onClick={onShow}>
        <span className="tile-name">{MEASURE_NAMES[measure]}</span>
        <span className="tile-value" data-long={value.length > MAX_LARGE_CHARS}>
          {value}
        </span>
        {compared && <Change {...compared} measure={measure} currency={mainCurrency} />}
      </button>
      <p className="tile-note">
        <Note measure={measure} report={report} />
      </p>
      <p className="tile-about" id={id} role="tooltip">
        {measure === 'installs' && report.sales === 'organic' ? DEFINITIONS.withoutLink : definitionOf(measure)}
      </p>
    </li>
  );
}

interface TileProps {
  measure: Measure;
  report: Report;
  isShown: boolean;
  onShow: () => void;
}

/** The five numbers of a report. The chosen one is in the chart. */
export function Tiles({
  report,
  shown,
  onShow,
}: {
  report: Report;
  shown: Measure;
  onShow: (measure: Measure) => void;
}) {
  return (
    <ul className="tiles" aria-label="Numbers">
      {MEASURES.map((measure) => (
        <Tile
          key={measure}
          measure={measure}
          report={report}
          isShown={measure === shown}
          onShow={() => onShow(measure)}
        />
      ))}
    </ul>
  );
}
