/** Nobody sells in more. Whoever has the key of the app can send thousands that are made up, and they would freeze the page. */
const MAX_CURRENCIES = 100;

const KNOWN: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** All of them, or only those that the browser knows if there are too many. */
export function shownCurrencies<Item extends { currency: string | null }>(items: readonly Item[]): readonly Item[] {
  if (items.length <= MAX_CURRENCIES) return items;
  return items.filter(({ currency }) => currency === null || KNOWN.has(currency));
}
