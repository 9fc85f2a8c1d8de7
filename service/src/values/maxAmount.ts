/** Anybody can send events with an app's publishable key. Hardly anyone pays more than this in an app. */
const DEFAULT_MAX = 10_000;

/** Currencies whose unit is worth about a cent, and those whose unit is worth about a hundredth of that. */
const SMALL_UNITS =
  'AMD ARS BDT CLP CRC CZK DOP DZD EGP ETB HUF INR ISK JMD JPY KES KGS KZT LKR NGN NPR PHP PKR RSD RUB THB TRY TWD UAH YER';
const TINY_UNITS =
  'BIF COP GNF IDR IQD IRR KHR KRW LAK LBP MGA MMK MNT MWK PYG RWF SLL SOS SYP TZS UGX UZS VND XAF XOF';

const MAX_BY_CURRENCY: ReadonlyMap<string, number> = new Map([
  ...SMALL_UNITS.split(' ').map((currency) => [currency, 100 * DEFAULT_MAX] as const),
  ...TINY_UNITS.split(' ').map((currency) => [currency, 100 * 100 * DEFAULT_MAX] as const),
]);

/** By currency, in its units. */
export type MaxAmounts = Readonly<Record<string, number>>;

/** The largest amount of an event from a phone that statistics count: the app's own, or the default. */
export function maxAmount(currency: string | null, ofApp: MaxAmounts): number {
  const key = currency ?? '';
  return (Object.hasOwn(ofApp, key) ? ofApp[key] : MAX_BY_CURRENCY.get(key)) ?? DEFAULT_MAX;
}
