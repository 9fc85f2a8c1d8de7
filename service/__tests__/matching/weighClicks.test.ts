import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { learnMatchModel, type SampledClick, type Samples } from '../../src/matching/learnMatchModel.ts';
import { lookOf } from '../../src/matching/look.ts';
import { describePhone, type Fingerprint, type Phone } from '../../src/matching/Phone.ts';
import { readUserAgent } from '../../src/matching/readUserAgent.ts';
import { DEFAULT_MIN_CONFIDENCE } from '../../src/matching/startValues.ts';
import { weighClicks, type NetworkClick } from '../../src/matching/weighClicks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/values/durations.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');

const IPHONE_AGENT = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`;
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15';

const fingerprint: Fingerprint = {
  platform: 'ios',
  model: 'iPhone 15',
  systemVersion: '26.1',
  screenWidth: 393,
  screenHeight: 852,
  scale: 3,
  languages: ['de-DE'],
  timezone: 'Europe/Berlin',
  userAgent: null,
};

function phoneOf(change: Partial<Fingerprint> = {}): Phone {
  const phone = describePhone({ ...fingerprint, ...change });
  assert.ok(phone);
  return phone;
}

let clicks = 0;
function click(change: Partial<NetworkClick> & { ageMs?: number } = {}): NetworkClick {
  const { ageMs = 4 * MINUTE_MS, ...rest } = change;
  const userAgent = rest.userAgent ?? IPHONE_AGENT('26.1');
  clicks += 1;
  return {
    id: `click-${clicks}`,
    code: 'summer',
    at: NOW - ageMs,
    claimedAt: null,
    userAgent,
    ...readUserAgent(userAgent),
    language: 'de-DE',
    screenWidth: 393,
    screenHeight: 852,
    scale: 3,
    timezone: 'Europe/Berlin',
    ...rest,
  };
}

const NO_SAMPLES: Samples = { clicks: [], certainties: [], attempts: [] };
const unlearned = learnMatchModel(NO_SAMPLES, NOW, DAY_MS);

function judge(clicksThere: readonly NetworkClick[], phone = phoneOf(), model = unlearned) {
  return weighClicks({ phone, now: NOW, clicks: clicksThere, exposureMs: DAY_MS }, model);
}
const confidence = (...args: Parameters<typeof judge>) => judge(...args).best?.confidence ?? 0;

const version = fc.constantFrom('26.0', '26.1', '18.5', '17.7');
const arbitraryClick = fc
  .record({
    code: fc.constantFrom('summer', 'sneaker', 'autumn'),
    ageMs: fc.integer({ min: -MINUTE_MS, max: DAY_MS }),
    claimedAt: fc.constantFrom(null, NOW - MINUTE_MS),
    userAgent: fc.oneof(version.map(IPHONE_AGENT), fc.constantFrom(CHROME, MAC, 'curl/8.5.0')),
    language: fc.constantFrom('de-DE', 'de-AT', 'en-US', null),
    screenWidth: fc.constantFrom(393, 390, null),
    timezone: fc.constantFrom('Europe/Berlin', 'Europe/London', null),
  })
  .map((parts) => click(parts));
const arbitraryPhone = fc
  .record({
    platform: fc.constantFrom('ios', 'android'),
    model: fc.constantFrom('iPhone 15', 'iPad Air', 'Pixel 7', null),
    systemVersion: fc.oneof(version, fc.constant(null)),
    screenWidth: fc.constantFrom(393, 390, null),
    languages: fc.constantFrom([], ['de-DE'], ['en-GB', 'de-DE']),
    timezone: fc.constantFrom('Europe/Berlin', 'Europe/London', null),
  })
  .map(phoneOf);
const arbitrarySamples = fc.record({
  clicks: fc.array(
    fc
      .tuple(arbitraryClick, fc.integer({ min: 1, max: 500 }), fc.string())
      .map(([sampled, visits, network]): SampledClick => ({ ...sampled, visits, network })),
    { maxLength: 30 }
  ),
  certainties: fc.array(
    fc.record({
      network: fc.string(),
      delayMs: fc.integer({ min: -MINUTE_MS, max: 90 * DAY_MS }),
      platform: fc.constantFrom('ios' as const, 'android' as const, null),
      comparison: fc.constant(null),
    }),
    { maxLength: 30 }
  ),
  attempts: fc.array(
    fc.record({
      network: fc.string(),
      platform: fc.constantFrom('ios' as const, 'android' as const),
      linked: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 30 }
  ),
});
const learned = arbitrarySamples.map((samples) => learnMatchModel(samples, NOW, DAY_MS));
const clicksThere = fc.array(arbitraryClick, { maxLength: 20 });
const FIXED = { seed: 12, numRuns: 300 };

test('whatever was learned and clicked, it is a probability', () => {
  fc.assert(
    fc.property(clicksThere, arbitraryPhone, learned, (there, phone, model) => {
      const { best, linked, unrivalled } = judge(there, phone, model);
      for (const value of [best?.confidence ?? 0, linked, unrivalled]) assert.ok(value >= 0 && value <= 1, `${value}`);
      assert.ok((best?.confidence ?? 0) <= linked + 1e-12);
      assert.equal(best?.click.claimedAt ?? null, null);
    }),
    FIXED
  );
});

test('the probabilities of all links and of no click add up to one', () => {
  fc.assert(
    fc.property(arbitraryClick, arbitraryClick, arbitraryPhone, (one, other, phone) => {
      const there = [
        { ...one, code: 'one' },
        { ...other, code: 'other' },
      ];
      const { best, linked } = judge(there, phone);
      const rest = linked - (best?.confidence ?? 0);
      assert.ok(rest >= -1e-12 && rest <= (best?.confidence ?? 0) + 1e-12, 'the likeliest link comes first');
    }),
    FIXED
  );
});

test('the order of the clicks doesn’t matter', () => {
  fc.assert(
    fc.property(clicksThere, arbitraryPhone, fc.integer(), (there, phone, seed) => {
      const shuffled = there
        .map((entry, index) => ({ entry, rank: Math.sin(seed + index) }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ entry }) => entry);
      const [one, other] = [judge(there, phone), judge(shuffled, phone)];
      assert.ok(Math.abs((one.best?.confidence ?? 0) - (other.best?.confidence ?? 0)) < 1e-9);
      assert.ok(Math.abs(one.linked - other.linked) < 1e-9);
    }),
    FIXED
  );
});

test('a stranger’s click on another link never makes a link likelier', () => {
  fc.assert(
    fc.property(arbitraryClick, arbitraryClick, arbitraryPhone, (one, other, phone) => {
      const mine = { ...one, code: 'mine', claimedAt: null };
      const theirs = { ...other, code: 'theirs', userAgent: 'another browser', claimedAt: null };
      const both = judge([mine, theirs], phone);
      const probability = both.best?.click.code === 'mine' ? both.best.confidence : both.linked;
      const alone = confidence([mine], phone);
      if (both.best?.click.code === 'mine') assert.ok(probability <= alone + 1e-9);
    }),
    FIXED
  );
});

const signals: [string, Partial<NetworkClick>, Partial<NetworkClick>][] = [
  ['version', { userAgent: IPHONE_AGENT('17.7'), ...readUserAgent(IPHONE_AGENT('17.7')) }, { systemVersion: null }],
  ['screen', { screenWidth: 430, screenHeight: 932 }, { screenWidth: null }],
  ['language', { language: 'fr-FR' }, { language: null }],
  ['region', { language: 'de-AT' }, { language: 'de' }],
  ['time zone', { timezone: 'Asia/Tokyo' }, { timezone: null }],
];
for (const [name, different, unknown] of signals) {
  test(`a ${name} that agrees is better than an unknown one, and that better than one that differs`, () => {
    fc.assert(
      fc.property(learned, fc.integer({ min: 0, max: DAY_MS }), (model, ageMs) => {
        const [same, missing, other] = [{}, unknown, different].map((change) =>
          confidence([click({ ageMs, ...change })], phoneOf(), model)
        );
        assert.ok((same ?? 0) >= (missing ?? 0) - 1e-12 && (missing ?? 0) >= (other ?? 0) - 1e-12);
      }),
      { ...FIXED, numRuns: 50 }
    );
  });
}

test('from five minutes on, an older click is never likelier', () => {
  const ages = Array.from({ length: 100 }, (_, index) => 5 * MINUTE_MS * 1.06 ** index).filter((age) => age < DAY_MS);
  const falling = ages.map((ageMs) => confidence([click({ ageMs })]));
  falling.slice(1).forEach((value, index) => assert.ok(value <= (falling[index] ?? 0) + 1e-12));
});

test('the more people a network brings, the less sure', () => {
  const strangers = Array.from({ length: 200 }, (_, index) =>
    click({ code: 'other', userAgent: CHROME, ...readUserAgent(CHROME), language: `x${index}`, ageMs: 12 * HOUR_MS })
  );
  const values = [0, 1, 3, 10, 30, 100, 200].map((count) => confidence([click(), ...strangers.slice(0, count)]));
  values.slice(1).forEach((value, index) => assert.ok(value <= (values[index] ?? 0) + 1e-12));
  assert.ok((values[0] ?? 0) > 0.95 && (values.at(-1) ?? 1) < (values[0] ?? 0));
});

test('another platform is impossible', () => {
  assert.equal(judge([click({ userAgent: CHROME, ...readUserAgent(CHROME) })]).best, null);
});

test('an iPad matches a click that calls itself a Macintosh, an iPhone never', () => {
  const fromMac = { userAgent: MAC, ...readUserAgent(MAC), screenWidth: 820, screenHeight: 1180, scale: 2 };
  const ipad = phoneOf({ model: 'iPad Air', screenWidth: 820, screenHeight: 1180, scale: 2 });
  assert.ok(confidence([click(fromMac)], ipad) > 0.9);
  assert.equal(confidence([click(fromMac)]), 0);
});

test('a screen that differs counts against an iPhone, and doesn’t exclude it', () => {
  const snapped = confidence([click({ screenWidth: 414, screenHeight: 896 })]);
  assert.ok(snapped > 0 && snapped < confidence([click()]));
});

test('a click that agrees in nothing but the network is no match, and the nearer one wins', () => {
  const stranger = {
    userAgent: IPHONE_AGENT('17.7'),
    ...readUserAgent(IPHONE_AGENT('17.7')),
    language: 'fr-FR',
    timezone: 'Asia/Tokyo',
    screenWidth: 430,
    screenHeight: 932,
  };
  assert.ok(confidence([click(stranger)]) < 0.5);
  const { best } = judge([click({ ...stranger, code: 'theirs' }), click({ code: 'mine' })]);
  assert.equal(best?.click.code, 'mine');
});

test('of two clicks of one browser the last counts', () => {
  const { best } = judge([click({ code: 'first', ageMs: 6 * MINUTE_MS }), click({ code: 'last' })]);
  assert.equal(best?.click.code, 'last');
  assert.ok((best?.confidence ?? 0) > 0.9);
});

const UNREPORTED = { screenWidth: null, screenHeight: null, scale: null, timezone: null };

for (const [name, first, last] of [
  ['first', UNREPORTED, {}],
  ['last', {}, UNREPORTED],
] as const) {
  test(`of two clicks of one browser the last counts, although the page of the ${name} reported nothing`, () => {
    const { best } = judge([
      click({ code: 'first', ageMs: 6 * MINUTE_MS, ...first }),
      click({ code: 'last', ...last }),
    ]);
    assert.equal(best?.click.code, 'last');
    assert.ok((best?.confidence ?? 0) > 0.9, `${best?.confidence}`);
  });
}

test('a click without a report is like any of its browser, and those are still unlike each other', () => {
  const larger = { screenWidth: 430, screenHeight: 932 };
  const { best } = judge([
    click({ code: 'mine', ageMs: 5 * MINUTE_MS }),
    click({ code: 'theirs', ageMs: 4 * MINUTE_MS, ...larger }),
    click({ code: 'mine', ageMs: 6 * MINUTE_MS, ...UNREPORTED }),
  ]);
  assert.equal(best?.click.code, 'mine');
});

for (const [name, part] of [
  ['screen', { screenWidth: null, screenHeight: null, scale: null }],
  ['time zone', { timezone: null }],
] as const) {
  test(`a click whose ${name} alone is unknown is still like the other of its browser`, () => {
    const { best } = judge([click({ code: 'first', ageMs: 6 * MINUTE_MS, ...part }), click({ code: 'last' })]);
    assert.equal(best?.click.code, 'last');
    assert.ok((best?.confidence ?? 0) > 0.9, `${best?.confidence}`);
  });
}

test('the less two clicks are known to share, the less sure it is that one person made them', () => {
  const visitors = Array.from({ length: 60 }, (_, index) =>
    click({ code: 'other', userAgent: CHROME, ...readUserAgent(CHROME), language: `x${index}`, ageMs: 10 * HOUR_MS })
  );
  const after = (change: object) =>
    confidence([...visitors, click({ code: 'first', ageMs: 20 * MINUTE_MS }), click({ code: 'last', ...change })]);
  const [both, one] = [after({}), after(UNREPORTED)];
  assert.ok(both > one, `${both} ${one}`);
});

test('a claimed click without a report spends the reported one before it', () => {
  const last = click({ code: 'last', ageMs: 5 * MINUTE_MS, claimedAt: NOW - MINUTE_MS, ...UNREPORTED });
  const claimed = { ...last, look: lookOf(last), userAgent: null, model: null, systemVersion: null };
  const first = click({ code: 'first', ageMs: 6 * MINUTE_MS });
  const [before, after] = [confidence([first]), confidence([first, claimed])];
  assert.ok(before > DEFAULT_MIN_CONFIDENCE && after < DEFAULT_MIN_CONFIDENCE, `${before} ${after}`);
});

for (const device of ['unreported', 'reported'] as const) {
  test(`a flood of ${device} clicks of one browser can’t make somebody else’s link sure`, () => {
    const mine = click({ code: 'mine', ageMs: 4 * MINUTE_MS, ...UNREPORTED });
    const flood = Array.from({ length: 100 }, (_, index) =>
      click({
        code: 'theirs',
        ageMs: 3 * MINUTE_MS,
        ...(device === 'unreported' ? UNREPORTED : { screenWidth: 400 + index }),
      })
    );
    const { best } = judge([mine, ...flood]);
    assert.ok((best?.confidence ?? 0) < 0.5, `${best?.confidence}`);
  });
}

test('the earlier click of a person who has installed is spent', () => {
  const there = [click({ code: 'first', ageMs: 6 * MINUTE_MS }), click({ code: 'last', claimedAt: NOW - MINUTE_MS })];
  assert.ok(confidence(there) < 0.5);
});

test('a person who has installed may click again', () => {
  const first = click({ code: 'first', ageMs: HOUR_MS, claimedAt: NOW - HOUR_MS + MINUTE_MS });
  const { best } = judge([first, click({ code: 'again' })]);
  assert.equal(best?.click.code, 'again');
  assert.ok(best.confidence > 0.9);
});

test('two strangers who look alike on different links tie', () => {
  const crowd = Array.from({ length: 300 }, (_, index) =>
    click({ code: 'other', userAgent: CHROME, ...readUserAgent(CHROME), language: `x${index}`, ageMs: 10 * HOUR_MS })
  );
  const one = click({ code: 'one', language: 'de-DE', ageMs: 5 * MINUTE_MS, userAgent: `${IPHONE_AGENT('26.1')} A` });
  const other = click({ code: 'two', language: 'de-DE', ageMs: 5 * MINUTE_MS, userAgent: `${IPHONE_AGENT('26.1')} B` });
  const { best, unrivalled } = judge([...crowd, one, other]);
  assert.ok((best?.confidence ?? 1) <= 0.5);
  assert.ok(unrivalled > (best?.confidence ?? 1));
});

for (const size of [20, 100, 1_000]) {
  test(`${size} clicks on another link that look alike never win, and lower the confidence`, () => {
    const mine = click({ code: 'mine', ageMs: 4 * MINUTE_MS });
    const flood = Array.from({ length: size }, () => click({ code: 'theirs', ageMs: 3 * MINUTE_MS }));
    const { best } = judge([mine, ...flood]);
    assert.ok((best?.confidence ?? 0) < 0.5, `${best?.confidence}`);
    // Nor do they win over somebody who never clicked.
    assert.ok(confidence(flood) < 0.5);
  });
}

test('a flood of other browsers lowers the confidence in the right click', () => {
  const flood = Array.from({ length: 1_000 }, (_, index) =>
    click({ code: 'theirs', userAgent: `curl/8.5.${index}`, ...readUserAgent('curl/8.5.0') })
  );
  const { best } = judge([click({ code: 'mine' }), ...flood]);
  assert.equal(best?.click.code, 'mine');
  assert.ok((best?.confidence ?? 1) < confidence([click({ code: 'mine' })]));
});

test('a fingerprint that doesn’t say what it runs on is none', () => {
  assert.equal(describePhone({ ...fingerprint, platform: null }), null);
  assert.equal(describePhone({ ...fingerprint, platform: 'web' }), null);
});

test('an agent that isn’t a web view’s says nothing of the phone', () => {
  const android = { ...fingerprint, platform: 'android', model: null, systemVersion: null };
  const agents = [
    'Dalvik/2.1.0 (Linux; U; Android 9; Another Phone Build/1)',
    'MyApp/1.0 (iPad; iOS 9)',
    'okhttp/4.12.0',
    'null',
  ];
  for (const userAgent of agents) {
    const { model, systemVersion, device } = describePhone({ ...android, userAgent }) ?? {};
    assert.deepEqual({ model, systemVersion, device }, { model: null, systemVersion: null, device: 'android' });
  }
});

test('an Apple device that is newer than the list of its app is not taken for another model', () => {
  for (const model of ['iPhone', 'iPad', 'unknown']) assert.equal(phoneOf({ model }).model, null);
  const clicked = [click({ model: 'iPhone 17 Pro' })];
  const by = (model: string) => confidence(clicked, phoneOf({ model }));
  assert.ok(by('iPhone') > by('iPhone 15'));
  assert.ok(by('iPhone 17 Pro') > by('iPhone'));
});
