import assert from 'node:assert/strict';
import type { Fact, From } from '../../../support/appendFacts.ts';
import type { Shop } from '../../../support/openShop.ts';

/** A generator of whole numbers below a bound; the same for the same seed. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface Figures {
  clicks: number;
  visitors: number;
  installs: number;
  buyers: number;
  purchases: number;
  revenue: { currency: string | null; sum: string }[];
  conversion: number | null;
}

export interface Answer {
  from: string;
  to: string;
  total: Figures;
  rows?: (Figures & Record<string, unknown>)[];
  finished?: Pick<Answer, 'total' | 'rows'>;
  previous?: Answer & { until?: string };
  nextCursor?: string | null;
  mainCurrency: string | null;
  hint?: string;
}

export async function ask(shop: Shop, query: string): Promise<Answer> {
  const response = await shop.callAsOwner(`/api/statistics?${query}`);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as Answer;
}

export const LINKS: From[] = Array.from({ length: 40 }, (_, number) => ({
  link: `link-${number}`,
  campaign: number % 4 === 0 ? null : `campaign-${number % 7}`,
  source: number % 3 === 0 ? null : `source-${number % 5}`,
  medium: number % 2 === 0 ? null : 'social',
}));

export function inventFacts(count: number): Fact[] {
  const random = createRandom(43);
  const pick = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
  return Array.from({ length: count }, (): Fact => {
    const at = new Date(Date.parse('2026-01-01T00:00:00Z') + random(60 * 24 * 60) * 60_000);
    const figure = pick([
      'clicks',
      'clicks',
      'visitors',
      'link_visitors',
      'installs',
      'opens',
      'purchase',
      'refund',
      'buyers',
    ]);
    const isMoney = figure === 'purchase' || figure === 'refund';
    const cents = (random(10_000) / 100) * (figure === 'refund' ? -1 : 1);
    return {
      at: at.toISOString(),
      figure,
      last: figure.endsWith('visitors') || figure === 'clicks' || random(5) > 0 ? pick(LINKS) : null,
      brought: isMoney || figure === 'buyers' ? pick(LINKS) : null,
      platform: pick(['ios', 'android', null]),
      system: pick(['17', '18', null]),
      browser: pick(['Safari', 'Chrome', 'Instagram']),
      country: pick(['DE', 'IN', null]),
      ...(isMoney ? { amount: String(cents), currency: pick(['EUR', 'INR']) } : {}),
    };
  });
}
