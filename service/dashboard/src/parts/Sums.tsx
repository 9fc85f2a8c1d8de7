import type { Sum } from '../api/schemas.ts';
import { formatMoney } from '../text/numbers.ts';

/** Money by currency, one below the other: currencies are never added up. */
export function Sums({ sums }: { sums: readonly Sum[] }) {
  if (sums.length === 0) return <>–</>;
  return (
    <span className="sums">
      {sums.map(({ currency, sum }) => (
        <span key={currency}>{formatMoney(sum, currency)}</span>
      ))}
    </span>
  );
}
