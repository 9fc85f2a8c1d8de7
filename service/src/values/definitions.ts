/** What each figure of a report means, in the words of the API's document, docs/attribution.md and the dashboard. */
export const DEFINITIONS = {
  clicks: 'Views of landing pages by people. Bots and previews don’t count.',
  visitors:
    'People who clicked, each once a day. By link, campaign, source, medium or tag, each counts once a day for every link, so rows may add up to more than the total.',
  storeTaps: 'Clicks after which somebody tapped a store button, or was sent straight to the store.',
  installs: 'Installs that a link brought, each once.',
  bought: 'Of these installs, how many have bought since. By day, each counts on the day of its install.',
  withoutLink: 'Installs that followed no link: no click fits them.',
  unsure: 'Installs that a link may have brought, but no match was certain enough.',
  opens: 'How often links opened the installed app.',
  buyers: 'Installs that bought, each counted once, at its first purchase.',
  purchases: 'Purchases, including every renewal.',
  revenue: 'Purchases less refunds, for each currency separately. Nothing is converted.',
  confirmedPurchases: 'Purchases that your server sent. Whoever has the app can forge the others.',
  confirmedRevenue: 'Revenue from purchases and refunds that your server sent.',
  conversion: 'Installs divided by visitors.',
} as const;

type Defined = keyof typeof DEFINITIONS;

/** The numbers of a report that count what links and phones do, and their names in the roll-ups. */
export const TOUCHES = {
  clicks: 'clicks',
  visitors: 'visitors',
  storeTaps: 'store_taps',
  installs: 'installs',
  bought: 'bought',
  withoutLink: 'without_link',
  unsure: 'unsure',
  opens: 'opens',
} as const satisfies Partial<Record<Defined, string>>;

/** All counts. Every report, file and chart has them in this order. */
export const COUNTS = {
  ...TOUCHES,
  buyers: 'buyers',
  purchases: 'purchase',
  confirmedPurchases: 'confirmed',
} as const satisfies Partial<Record<Defined, string>>;

export type Count = keyof typeof COUNTS;

export const COUNT_NAMES = Object.keys(COUNTS) as Count[];
