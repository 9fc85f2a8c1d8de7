import type { Sum } from '../api/schemas.ts';
import { shownCurrencies } from '../text/currencies.ts';
import { formatCount, formatMoney } from '../text/numbers.ts';

/** Money by currency, one below the other: currencies are never added up. */
export function Sums({ sums }: { sums: readonly Sum[] }) {
  if (sums.length === 0) return <>–</>;
  const shown = shownCurrencies(sums);
  const hidden = sums.length - shown.length;
  return (
    <span className="sums">
      {shown.map(({ currency, sum }) => (
        <span key={currency}>{formatMoney(sum, currency)}</span>
      ))}
      {hidden > 0 && <span>and {formatCount(hidden)} unknown currencies</span>}
    </span>
  );
}
