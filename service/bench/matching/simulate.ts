import { canonicalTimezone } from '../../src/matching/canonicalTimezone.ts';
import { compareSignals } from '../../src/matching/compareClick.ts';
import {
  exposure,
  learnMatchModel,
  type SampledAttempt,
  type SampledCertainty,
  type SampledClick,
} from '../../src/matching/learnMatchModel.ts';
import { describePhone } from '../../src/matching/Phone.ts';
import { readUserAgent } from '../../src/matching/readUserAgent.ts';
import { DEFAULT_WINDOW_MS, VISIT_MS } from '../../src/matching/startValues.ts';
import { lookOf, reportOf } from '../../src/matching/look.ts';
import { weighClicks, type NetworkClick } from '../../src/matching/weighClicks.ts';
import { DEFAULT_DEVICE_REPORT, type DeviceReportTime } from '../../src/storage/schema/tables.ts';
import { networkOf } from '../../src/values/address.ts';
import { planAttack, type Attack } from './attack.ts';
import { createPeople, type Person, type Population } from './population.ts';
import { GERMANY, type Place } from './places.ts';
import { createRandom } from './random.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/values/durations.ts';

/** The service takes samples this often, and of this many rows. */
const LEARN_EVERY_MS = 30 * MINUTE_MS;
const SAMPLE_ROWS = 1_000;
const CERTAIN_WINDOW_MS = 7 * 24 * HOUR_MS;

export interface Run {
  people: Population;
  /** Where the people live; Germany, if nothing else is said. */
  place?: Place;
  clicksPerHour: number;
  /** The time before anything is counted, in which the service gets a full window of clicks, and learns. */
  warmUpHours: number;
  hours: number;
  seed: number;
  minConfidence: number;
  /** When the landing page reports the browser's screen, zone and hints; by default, when the service does. */
  deviceReport?: DeviceReportTime;
  attack?: Attack;
}

/** One install that asked by its fingerprint. */
export interface Outcome {
  platform: 'ios' | 'android';
  isOrganic: boolean;
  isOnSameNetwork: boolean;
  confidence: number;
  /** Whether the likeliest link is the one that was clicked last. */
  isRight: boolean;
}

interface Timed {
  at: number;
}

/** The first entries at or after SAMPLE_ROWS evenly spread instants, so a burst fills only its share of the time. */
function atInstants<Row extends Timed>(rows: readonly Row[], from: number, to: number): Row[] {
  const found = new Set<Row>();
  from = Math.max(from, rows[0]?.at ?? from);
  for (let instant = 0; instant < SAMPLE_ROWS; instant += 1) {
    const wanted = from + ((to - from) * instant) / SAMPLE_ROWS;
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rows[middle]?.at ?? Infinity) < wanted) low = middle + 1;
      else high = middle;
    }
    const row = rows[low];
    if (row) found.add(row);
  }
  return [...found];
}

export type Happening =
  | {
      at: number;
      kind: 'click';
      person: Person;
      code: string;
      visit: Visit | null;
      /** Whether the app's setting lets the page report; a browser may still hide what it is asked for. */
      mayReport: boolean;
    }
  | {
      at: number;
      kind: 'start';
      person: Person;
      visit: Visit | null;
      /** If an attacker sends it: whether it is matched to its click for certain. It teaches, and isn't counted. */
      madeUp?: 'certain' | 'likely';
    };

/**
 * How many tap a store button: of those who install, on the page that they opened last and on one before, and of the
 * others. They are assumptions, as those about people are.
 */
const TAPS_STORE_BUTTON = { last: 0.9, earlier: 0.4, nobody: 0.2 };

const UNREPORTED = {
  screenWidth: null,
  screenHeight: null,
  scale: null,
  timezone: null,
  model: null,
  systemVersion: null,
};

/** Somebody who will install by a link. */
export interface Visit {
  lastClick: NetworkClick | null;
}

function plan(run: Run): Happening[] {
  const { people, place = GERMANY, clicksPerHour, seed, attack, deviceReport = DEFAULT_DEVICE_REPORT } = run;

  const random = createRandom(seed);
  // Draws of their own, so that the same people come whatever is reported.
  const taps = createRandom(seed + 3);
  const newPerson = createPeople(random, people, place, createRandom(seed + 4));
  const mayReport = (tapped: keyof typeof TAPS_STORE_BUTTON) => {
    const hasTapped = taps.chance(TAPS_STORE_BUTTON[tapped]);
    return deviceReport === 'always' || (deviceReport === 'afterTap' && hasTapped);
  };
  const links = Array.from({ length: people.links }, (_, rank) => [`link-${rank}`, 1 / (rank + 1)] as const);
  const end = (run.warmUpHours + run.hours) * HOUR_MS;
  const happenings: Happening[] = [];

  const perClick = HOUR_MS / clicksPerHour;
  for (let at = random.exponential(perClick); at < end; at += random.exponential(perClick)) {
    const person = newPerson();
    let code = random.pick(links);
    const isInstaller = random.chance(people.conversion);
    if (!isInstaller) {
      happenings.push({ at, kind: 'click', person, code, visit: null, mayReport: mayReport('nobody') });
      continue;
    }
    const visit: Visit = { lastClick: null };
    let lastAt = at;
    const repeat = random.next();
    const isRepeated = repeat < people.clicksSameLinkTwice + people.clicksAnotherLinkAfter;
    happenings.push({ at, kind: 'click', person, code, visit, mayReport: mayReport(isRepeated ? 'earlier' : 'last') });
    if (isRepeated) {
      if (repeat >= people.clicksSameLinkTwice) {
        const first = code;
        while (code === first) code = random.pick(links);
      }
      lastAt += random.exponential(people.meanRepeatMinutes * MINUTE_MS);
      happenings.push({ at: lastAt, kind: 'click', person, code, visit, mayReport: mayReport('last') });
    }
    const delay = people.delayMedianMinutes * MINUTE_MS * Math.exp(people.delaySigma * random.normal());
    happenings.push({ at: lastAt + people.delayAtLeastSeconds * SECOND_MS + delay, kind: 'start', person, visit });
  }

  const perOrganic = HOUR_MS / (clicksPerHour * people.conversion * people.organicPerLinked);
  const visitors = happenings.filter(({ kind }) => kind === 'click');
  for (let at = random.exponential(perOrganic); at < end; at += random.exponential(perOrganic)) {
    const person = newPerson();
    if (random.chance(people.organicAtHomeOfClicker)) {
      // Somebody who clicked within the last day, as the clicks are in the order of time.
      const today = Math.min(at, DEFAULT_WINDOW_MS) / end;
      const neighbour = visitors[Math.floor(visitors.length * (at / end - random.next() * today))];
      if (neighbour) person.startAddress = neighbour.person.clickAddress;
    }
    happenings.push({ at, kind: 'start', person, visit: null });
  }
  const ofAttack = createRandom(seed + 2);
  const newAttacker = createPeople(ofAttack, people, place, createRandom(seed + 5));
  const madeUp = attack ? planAttack(attack, happenings, ofAttack, newAttacker, end) : [];
  return [...happenings, ...madeUp].filter(({ at }) => at < end).sort((one, other) => one.at - other.at);
}

/** A claimed click keeps its device, its language and what stands for its look, as in the service. */
function claim(click: NetworkClick, at: number): void {
  const look = lookOf(click);
  Object.assign(click, UNREPORTED, { claimedAt: at, look, userAgent: null });
}

/** Lets people click and install, and the matcher find their links, hour after hour. */
export function simulate(run: Run): Outcome[] {
  const random = createRandom(run.seed + 1);
  const windowMs = DEFAULT_WINDOW_MS;
  const clicks: (NetworkClick & { network: string })[] = [];
  const byNetwork = new Map<string, NetworkClick[]>();
  const certainties: (SampledCertainty & Timed)[] = [];
  const attempts: (SampledAttempt & Timed)[] = [];
  const outcomes: Outcome[] = [];

  function recent(network: string, now: number): NetworkClick[] {
    const there = byNetwork.get(network);
    return there ? there.filter(({ at }) => at > now - windowMs) : [];
  }

  function withVisits(click: NetworkClick & { network: string }, now: number): SampledClick {
    const reportsOf = new Map<string, Set<string>>();
    for (const other of recent(click.network, now)) {
      const look = other.look ?? lookOf(other);
      const report = reportOf(look);
      const key = `${Math.floor(other.at / VISIT_MS)} ${look.browser}`;
      const reports = reportsOf.get(key) ?? new Set();
      reportsOf.set(key, report === null ? reports : reports.add(report));
    }
    const visits = [...reportsOf.values()].reduce((sum, { size }) => sum + Math.max(1, size), 0);
    return { ...click, visits: Math.max(1, visits) };
  }

  const learn = (now: number) =>
    learnMatchModel(
      {
        clicks: atInstants(clicks, now - windowMs, now).map((click) => withVisits(click, now)),
        certainties: atInstants(certainties, now - CERTAIN_WINDOW_MS, now),
        attempts: atInstants(attempts, now - CERTAIN_WINDOW_MS, now),
      },
      now,
      windowMs
    );

  let model = learn(0);
  let learnedAt = 0;

  for (const happening of plan(run)) {
    const { at, person, visit } = happening;
    if (happening.kind === 'click') {
      const network = networkOf(person.clickAddress);
      const browser = happening.mayReport ? person.browser : { ...person.browser, ...UNREPORTED };
      const agent = readUserAgent(browser.userAgent);
      const click: NetworkClick & { network: string } = {
        id: String(clicks.length),
        code: happening.code,
        at,
        claimedAt: null,
        network,
        device: agent.device,
        model: agent.model ?? browser.model,
        systemVersion: agent.systemVersion ?? browser.systemVersion,
        userAgent: browser.userAgent,
        language: browser.language,
        screenWidth: browser.screenWidth,
        screenHeight: browser.screenHeight,
        scale: browser.scale,
        timezone: browser.timezone === null ? null : canonicalTimezone(browser.timezone),
      };
      clicks.push(click);
      const there = byNetwork.get(network);
      if (there) there.push(click);
      else byNetwork.set(network, [click]);
      if (visit) visit.lastClick = click;
      continue;
    }

    if (at - learnedAt > LEARN_EVERY_MS) {
      model = learn(at);
      learnedAt = at;
    }
    const phone = describePhone(person.app);
    if (!phone) throw new Error('Every simulated phone says what it is.');
    const network = networkOf(person.startAddress);
    const truth = visit?.lastClick ?? null;

    const { platform } = person;
    const isCertain =
      truth !== null &&
      (happening.madeUp
        ? happening.madeUp === 'certain'
        : platform === 'ios'
          ? random.chance(run.people.iphonesWithCopiedLink)
          : !random.chance(run.people.androidsWithoutReferrer));
    if (isCertain) {
      // A click id from the referrer comes without a fingerprint; an attacker copies links.
      const comparison = platform === 'ios' || happening.madeUp ? compareSignals(phone, truth) : null;
      certainties.push({ at, network, delayMs: at - truth.at, platform, comparison });
      claim(truth, at);
      continue;
    }

    const judgement = weighClicks(
      { phone, now: at, clicks: recent(network, at), exposureMs: exposure(model.since, at, windowMs) },
      model
    );
    attempts.push({ at, network, platform, linked: judgement.linked });
    const confidence = judgement.best?.confidence ?? 0;
    if (judgement.best && confidence >= run.minConfidence) claim(judgement.best.click, at);
    if (at < run.warmUpHours * HOUR_MS || happening.madeUp) continue;
    outcomes.push({
      platform,
      isOrganic: truth === null,
      isOnSameNetwork: truth !== null && networkOf(person.clickAddress) === network && at - truth.at < windowMs,
      confidence,
      isRight: truth !== null && judgement.best?.click.code === truth.code,
    });
  }
  return outcomes;
}
