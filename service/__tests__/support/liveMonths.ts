import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Queries } from '../../src/storage/base/Database.ts';
import { foldDeltas } from '../../src/storage/counts/foldDeltas.ts';
import { create } from './linkRequests.ts';
import type { Shop } from './openShop.ts';
import { iphone, pixel } from './phones.ts';
import { DAY_MS, HOUR_MS } from '../../src/values/durations.ts';

export const ZONE = 'Asia/Kolkata';
const PEOPLE = 120;

const inInstagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/20H19 Instagram 334.0.4.32.98 (iPhone15,4; iOS 16_7; de_DE; de; scale=3.00; 1179x2556; 606182486)';

const AGENTS = [iphone.browser.userAgent, inInstagram, pixel.browser.userAgent];

/** A generator of numbers from 0 to 1; the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Step {
  at: number;
  run: () => Promise<void>;
}

export interface Visit {
  at: number;
  person: number;
  code: string;
  agent: string;
}

/** What two months of an app look like: thirty influencers, a newsletter and a poster, told in the order of time. */
export async function liveMonths(shop: Shop, queries: Queries): Promise<Visit[]> {
  const random = createRandom(1_226);
  const chance = (share: number) => random() < share;
  const visits: Visit[] = [];
  const steps: Step[] = [];
  const start = Date.parse('2026-10-01T00:00:00Z');
  const newsletter = Date.parse('2026-11-03T09:00:00Z');

  const names = Array.from({ length: 30 }, (_, number) => `Influencer ${number + 1}`);
  const template = {
    code: '{name}',
    destination: '/sale',
    campaign: 'xmas26',
    source: 'instagram',
    medium: 'influencer',
  };
  assert.equal((await shop.callAsOwner('/api/links/bulk', { body: { names, template } })).status, 201);
  await create(shop, { code: 'letter', destination: '/news', campaign: 'newsletter-3-nov', source: 'mail' });
  await create(shop, { code: 'poster', destination: '/poster?utm_medium=print' });

  const send = async (installId: string, at: number, name: string, data?: object) => {
    const time = new Date(at).toISOString();
    const events = [{ id: randomUUID(), name, timestamp: time, ...(data ? { data } : {}) }];
    const response = await shop.callAsApp('/api/link/events', { body: { installId, sentAt: time, events } });
    assert.equal(response.status, 200);
  };

  for (let person = 0; person < PEOPLE; person += 1) {
    const agent = AGENTS[Math.floor(random() * 3)] ?? '';
    const address = `2001:db8:${(person + 1).toString(16)}::1`;
    const headers = {
      'user-agent': agent,
      'accept-language': 'de-DE',
      'x-country': ['DE', 'IN', 'AT'][person % 3] ?? '',
    };
    const isByLetter = chance(0.25);
    const spread = person % 3 === 0 ? 6 : 60;
    const first = isByLetter ? newsletter + random() * 6 * HOUR_MS : start + random() * spread * DAY_MS;
    const code = isByLetter ? 'letter' : chance(0.8) ? `influencer-${1 + Math.floor(30 * random() ** 2)}` : 'poster';
    let clickId = '';
    const click = (at: number, on: string) => {
      visits.push({ at, person, code: on, agent });
      steps.push({
        at,
        run: async () => {
          const page = await (await shop.call(`/${on}`, { address, headers })).text();
          clickId = /data-report-url="\/api\/clicks\/([^/]+)\//.exec(page)?.[1] ?? '';
          assert.notEqual(clickId, '');
        },
      });
      // Half of them go to the store.
      if (person % 2 === 0) {
        const run = async () => {
          const tapped = await shop.call(`/api/clicks/${clickId}/store-tap?app=${shop.app.id}`, { method: 'POST' });
          assert.equal(tapped.status, 204);
        };
        steps.push({ at: at + 1_000, run });
      }
    };
    if (chance(0.2)) click(first - 2 * HOUR_MS, 'poster');
    if (chance(0.3)) click(first - HOUR_MS, code);
    click(first, code);
    if (!chance(0.6)) continue;
    const installId = `install-${person}`;
    const installed = first + 5 * 60_000;
    steps.push({
      at: installed,
      run: async () => assert.equal((await shop.match({ clickId }, address, installId)).status, 200),
    });
    for (const day of [1, 7, 30]) {
      if (chance(0.4)) {
        const at = installed + day * DAY_MS;
        steps.push({ at, run: () => send(installId, at, 'login') });
      }
    }
    for (let sale = 0; sale < 2; sale += 1) {
      if (!chance(0.45)) continue;
      const at = installed + random() ** 2 * 25 * DAY_MS + HOUR_MS;
      if (chance(0.3)) {
        const body = { url: `${shop.origin}/poster` };
        const opener = { 'x-install-id': installId };
        const open = async () => {
          assert.equal((await shop.callAsApp('/api/link/resolve-short', { body, headers: opener })).status, 200);
        };
        steps.push({ at: at - 10 * 60_000, run: open });
      }
      const total = Math.round(random() * 10_000) / 100;
      const currency = chance(0.7) ? 'EUR' : 'INR';
      steps.push({ at, run: () => send(installId, at, 'purchase', { total, currency }) });
      if (chance(0.15)) {
        steps.push({ at: at + HOUR_MS, run: () => send(installId, at + HOUR_MS, 'refund', { total, currency }) });
      }
    }
  }
  // Ten that followed no link; and four of whom each may be either of two.
  for (let stranger = 0; stranger < 10; stranger += 1) {
    const address = `2001:db8:f000:${stranger}::1`;
    const run = async () => {
      assert.equal((await shop.match({ ...pixel.fingerprint }, address, `stranger-${stranger}`)).status, 404);
    };
    steps.push({ at: start + random() * 60 * DAY_MS, run });
  }
  for (let pair = 0; pair < 4; pair += 1) {
    const phone = { ...iphone, address: `2001:db8:e000:${pair}::1` };
    const inApp = { ...phone, browser: { ...phone.browser, userAgent: `${phone.browser.userAgent} Snapchat/12` } };
    const at = start + random() * 60 * DAY_MS;
    for (const [position, [code, seen]] of (
      [
        ['letter', phone],
        ['poster', inApp],
      ] as const
    ).entries()) {
      const agent = seen.browser.userAgent;
      visits.push({ at, person: PEOPLE + 2 * pair + position, code, agent });
      steps.push({ at, run: async () => void (await shop.click(code, seen)) });
    }
    const run = async () => assert.equal((await shop.matchPhone(phone, {}, `unsure-${pair}`)).status, 404);
    steps.push({ at: at + 5 * 60_000, run });
  }

  for (const [place, { at, run }] of steps.sort((one, other) => one.at - other.at).entries()) {
    shop.clock.now = at;
    await run();
    // Some of it is folded when the questions are asked, and some isn't.
    if (place === Math.floor(steps.length * 0.8)) await foldDeltas(queries, shop.app.id);
  }
  shop.clock.now = Date.parse('2027-01-31T00:00:00Z');
  return visits;
}
