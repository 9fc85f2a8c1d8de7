/** Nobody sells in more. Anybody with the app's key can invent thousands, which would freeze the page. */
const MAX_CURRENCIES = 100;

const KNOWN: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The currency of the largest sum; null without sums. */
export function largestCurrency(sums: readonly { currency: string | null; sum: string }[]): string | null {
  const [largest] = sums.toSorted((one, other) => Math.abs(Number(other.sum)) - Math.abs(Number(one.sum)));
  return largest?.currency ?? null;
}

/** The main one first, then the largest sums. If there are too many, only those that the browser knows. */
export function orderedCurrencies<Item extends { currency: string | null; sum: string }>(
  items: readonly Item[],
  main: string | null
): Item[] {
  const shown =
    items.length <= MAX_CURRENCIES
      ? [...items]
      : items.filter(({ currency }) => currency === null || KNOWN.has(currency));
  const size = ({ currency, sum }: Item) => (currency === main ? Infinity : Math.abs(Number(sum)));
  return shown.sort((one, other) => size(other) - size(one));
}
