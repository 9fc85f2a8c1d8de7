import { orderedCurrencies } from './currencies.ts';
import { formatCount, formatMoney } from './numbers.ts';

/** An exact decimal with its currency; null for none. */
export interface Sum {
  currency: string | null;
  sum: string;
}

interface MoneyProps {
  sums: readonly Sum[];
  /** Comes first. */
  main?: string | null | undefined;
}

/** Money by currency, one below the other: currencies are never added up. */
export function Money({ sums, main = null }: MoneyProps) {
  if (sums.length === 0) return <>–</>;
  const shown = orderedCurrencies(sums, main);
  const hidden = sums.length - shown.length;
  return (
    <span className="money">
      {shown.map(({ currency, sum }) => (
        <span key={currency}>{formatMoney(sum, currency)}</span>
      ))}
      {hidden > 0 && (
        <span>
          {shown.length > 0 && 'and '}
          {formatCount(hidden)} unknown currencies
        </span>
      )}
    </span>
  );
}

/** The same for a file. */
export const writeMoney = (sums: readonly Sum[], main: string | null = null) =>
  orderedCurrencies(sums, main)
    .map(({ currency, sum }) => `${sum} ${currency ?? ''}`.trim())
    .join('; ');
