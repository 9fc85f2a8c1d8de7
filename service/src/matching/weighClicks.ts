import type { BrowserFacts } from './BrowserFacts.ts';
import { createComparer } from './compareClick.ts';
import { languageOf, regionOf } from './languageTag.ts';
import { isAlike, lookOf, reportOf, sharedFacts, type Look } from './look.ts';
import type { Phone } from './Phone.ts';
import { screenOf } from './screen.ts';
import { MAX_CLICKS_FOR_ONE_LINK, MAX_CLICKS_OF_ONE_PERSON, REPEAT, VISIT_MS } from './startValues.ts';
import type { MatchModel } from './MatchModel.ts';
import { groupBy } from '../values/groupBy.ts';

/** A click on the network that an install asks from. */
export interface NetworkClick extends BrowserFacts {
  id: string;
  code: string;
  /** The look of the click, once its facts are deleted. */
  look?: Look | null;
  /** When the link was clicked, in milliseconds. */
  at: number;
  /** When an install was matched to the click, in milliseconds. */
  claimedAt: number | null;
}

export interface MatchCase {
  phone: Phone;
  /** When the install asks, in milliseconds. */
  now: number;
  /** Every click of the app on this network for as long as `exposureMs`, claimed or not, in any order. */
  clicks: readonly NetworkClick[];
  exposureMs: number;
}

export interface Judgement {
  /** The likeliest click of the likeliest link, and the probability that this link led to the install. */
  best: { click: NetworkClick; confidence: number } | null;
  /** The probability that any of the clicks led to the install. */
  linked: number;
  /** What the confidence would be without the clicks on other links. */
  unrivalled: number;
}

interface Seen {
  click: NetworkClick;
  look: Look;
}

/** Clicks of one agent and language. `crowd` has those that one person can't have made. */
interface BrowserGroup {
  likely: Seen[];
  crowd: Seen[];
}

function groupByBrowser(clicks: readonly NetworkClick[]): BrowserGroup[] {
  const seen = clicks.map((click) => ({ click, look: click.look ?? lookOf(click) }));
  return [...groupBy(seen, ({ look }) => look.browser).values()].map((group) => {
    const byReport = [...groupBy(group, ({ look }) => reportOf(look)).values()];
    const isCrowd = (some: readonly Seen[]) => some.length > MAX_CLICKS_OF_ONE_PERSON;
    return { likely: byReport.filter((some) => !isCrowd(some)).flat(), crowd: byReport.filter(isCrowd).flat() };
  });
}

/**
 * How many people made these clicks, as far as can be told. Clicks that look alike within an hour are one visit, and a
 * click whose page reported nothing looks like any other of its browser.
 */
function countVisits(groups: readonly BrowserGroup[]): number {
  let visits = 0;
  for (const { likely, crowd } of groups) {
    visits += crowd.length;
    for (const hour of groupBy(likely, ({ click }) => Math.floor(click.at / VISIT_MS)).values()) {
      const reports = new Set(hour.flatMap(({ look }) => reportOf(look) ?? []));
      visits += Math.max(1, reports.size);
    }
  }
  return visits;
}

/** How common a browser that looks like this one is among the app's visitors. */
function commonness(click: BrowserFacts, { frequencies }: MatchModel): number {
  const { device, systemVersion, model, language, timezone } = click;
  if (device === null) return 1;
  const screen = screenOf(click);
  let share = frequencies.ofDevice(device);
  if (systemVersion !== null) share *= frequencies.of(device, 'systemVersion', [systemVersion]);
  if (model !== null) share *= frequencies.ofModel(device, model.toLowerCase());
  else if (screen) share *= frequencies.ofScreen(device, screen);
  if (timezone !== null) share *= frequencies.of(device, 'timezone', [timezone]);
  if (language === null) return share;
  share *= frequencies.of(device, 'language', [languageOf(language)]);
  const region = regionOf(language);
  return region === null ? share : share * frequencies.ofRegion(device, languageOf(language), [region]);
}

/** The likelihood of a second click by the same person, per second, by the time after the first. */
function repeatDensity(gapMs: number): number {
  return REPEAT.part / ((REPEAT.medianMs / 1000) * (1 + gapMs / REPEAT.medianMs) ** 2);
}

/** Whether `other`, if it is by the same person, settles `click`: it is later, or led to an install since. */
function isSettledBy(click: NetworkClick, other: NetworkClick): boolean {
  if (other === click) return false;
  if (other.at > click.at) return true;
  if (other.claimedAt !== null) return other.claimedAt > click.at;
  return other.at === click.at && other.id > click.id;
}

/** For each click, the probability that no other click of the same person settles it. */
function weighRepeats(groups: readonly BrowserGroup[], strangersPerSecond: number, learned: MatchModel) {
  const waiting = new Map<NetworkClick, number>();
  for (const { likely } of groups) {
    if (likely.length === 1) continue;
    for (const { click, look } of likely) {
      // A claimed click is only a rival, and of its look only hashes are left.
      if (click.claimedAt !== null) continue;
      const shares = new Map<string, number>();
      const commonnessOf = (other: Look) => {
        const known = [other.screen, other.timezone, other.hints].map((part) => part !== null).join();
        const share = shares.get(known) ?? commonness(sharedFacts(click, other), learned);
        shares.set(known, share);
        return share;
      };
      let probability = 1;
      for (const other of likely) {
        if (!isSettledBy(click, other.click) || !isAlike(look, other.look)) continue;
        const repeated = repeatDensity(Math.abs(other.click.at - click.at));
        const strangers = strangersPerSecond * commonnessOf(other.look);
        probability *= strangers / (strangers + repeated);
      }
      waiting.set(click, probability);
    }
  }
  return (click: NetworkClick) => waiting.get(click) ?? 1;
}

interface Candidate {
  click: NetworkClick;
  weight: number;
}

/** The clicks of each link, the likeliest first. Among equals the newest comes first, whatever the order given. */
function byLink(candidates: readonly Candidate[]): Candidate[][] {
  return [...groupBy(candidates, ({ click }) => click.code).values()].map((link) =>
    link.sort((one, other) => {
      const byAge = other.click.at - one.click.at || (one.click.id < other.click.id ? -1 : 1);
      return other.weight - one.weight || byAge;
    })
  );
}

const sum = (candidates: readonly Candidate[]) => candidates.reduce((total, { weight }) => total + weight, 0);

/**
 * The probability that an install came by one of the clicks on its network. README.md derives it.
 *
 * Everything is a rate of installs that look like this one, at this moment, on this network: each click brings some,
 * depending on its age and its likeness, and so do people without a click there. The common factors (conversion, the
 * share of people who stay on a network) cancel.
 */
export function weighClicks({ phone, now, clicks, exposureMs }: MatchCase, learned: MatchModel): Judgement {
  const groups = groupByBrowser(clicks);
  const visitorsPerSecond = learned.visitorRate(countVisits(groups), exposureMs);
  const withoutClick = visitorsPerSecond * learned.strangersPerLinked[phone.platform];

  const likeness = createComparer(phone, learned);
  const waiting = weighRepeats(groups, visitorsPerSecond, learned);
  const candidates = clicks
    .filter(({ claimedAt }) => claimedAt === null)
    .map((click) => ({
      click,
      weight: learned.delayDensity(now - click.at) * likeness(click) * waiting(click),
    }))
    .filter(({ weight }) => weight > 0);

  const byClick = sum(candidates);
  const total = byClick + withoutClick;
  const ranked = byLink(candidates)
    .map((link) => ({ link, weight: sum(link.slice(0, MAX_CLICKS_FOR_ONE_LINK)) }))
    .sort((one, other) => other.weight - one.weight);
  const likeliest = ranked[0];
  const click = likeliest?.link[0]?.click;
  if (!likeliest || !click) return { best: null, linked: 0, unrivalled: 0 };
  return {
    best: { click, confidence: likeliest.weight / total },
    linked: byClick / total,
    unrivalled: likeliest.weight / (sum(likeliest.link) + withoutClick),
  };
}
