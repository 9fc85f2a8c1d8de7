import { orderedCurrencies } from './currencies.ts';
import { formatCount, formatMoney } from './numbers.ts';
import { Reveal } from './Reveal.tsx';

/** An exact decimal; the currency is null if none was sent. */
export interface Sum {
  currency: string | null;
  sum: string;
}

interface MoneyProps {
  sums: readonly Sum[];
  /** The currency that comes first. */
  main?: string | null | undefined;
}

/** The other currencies, one below the other. */
function OtherSums({ lines }: { lines: readonly string[] }) {
  const more = lines.map((line) => <span key={line}>{line}</span>);
  return (
    <Reveal className="money-more" more={<span className="money-list">{more}</span>}>
      +{formatCount(lines.length)}
      <span className="visually-hidden"> other {lines.length === 1 ? 'currency' : 'currencies'}</span>
    </Reveal>
  );
}

/** Money in one line: the main currency, and the others behind a number. Currencies are never added up. */
export function Money({ sums, main = null }: MoneyProps) {
  const shown = orderedCurrencies(sums, main);
  const hidden = sums.length - shown.length;
  const [first, ...others] = [
    ...shown.map(({ currency, sum }) => formatMoney(sum, currency)),
    ...(hidden > 0 ? [`${formatCount(hidden)} unknown ${hidden === 1 ? 'currency' : 'currencies'}`] : []),
  ];
  if (first === undefined) return <>–</>;
  return (
    <span className="money">
      <span>{first}</span>
      {others.length > 0 && <OtherSums lines={others} />}
    </span>
  );
}

/** All sums in one cell of a file. */
export const writeMoney = (sums: readonly Sum[], main: string | null = null) =>
  orderedCurrencies(sums, main)
    .map(({ currency, sum }) => `${sum} ${currency ?? ''}`.trim())
    .join('; ');
