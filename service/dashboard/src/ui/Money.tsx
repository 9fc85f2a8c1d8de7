import { shownCurrencies } from './currencies.ts';
import { formatCount, formatMoney } from './numbers.ts';

/** An exact decimal with its currency; null for none. */
export interface Sum {
  currency: string | null;
  sum: string;
}

/** Money by currency, one below the other: currencies are never added up. */
export function Money({ sums }: { sums: readonly Sum[] }) {
  if (sums.length === 0) return <>–</>;
  const shown = shownCurrencies(sums);
  const hidden = sums.length - shown.length;
  return (
    <span className="money">
      {shown.map(({ currency, sum }) => (
        <span key={currency}>{formatMoney(sum, currency)}</span>
      ))}
      {hidden > 0 && <span>and {formatCount(hidden)} unknown currencies</span>}
    </span>
  );
}
