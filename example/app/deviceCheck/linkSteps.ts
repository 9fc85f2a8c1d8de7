import { createLink } from 'react-native-deferred-link/create-link';

import { LINK_HOST, LINK_SCHEME } from '../linkConfig';
import { ofKind, type Entry } from './Entry';
import type { JudgedStep, Verdict } from './Step';
import type { StepId } from './StepId';

/** A second delivery of the same tap comes within this time. */
const AGAIN_MS = 2500;

const routeTo = (id: StepId) => `/device-check?step=${id}`;
const webLink = (id: StepId) => () => Promise.resolve(`https://${LINK_HOST}${routeTo(id)}`);
const schemeLink = (id: StepId) => () => Promise.resolve(`${LINK_SCHEME}:/${routeTo(id)}`);

async function shortLink(): Promise<string> {
  const made = await createLink({ route: routeTo('shortLink') });
  return made.ok ? made.url : `(${made.reason})`;
}

/** How often the app was given a link around this time, before the next step began. */
function countPublished([, ...since]: readonly Entry[], { at, process }: Entry) {
  const next = since.findIndex(({ kind }) => kind === 'began');
  return ofKind(next < 0 ? since : since.slice(0, next), 'diagnostic').filter(
    (entry) =>
      entry.step === 'publish' &&
      entry.outcome !== 'none' &&
      entry.process === process &&
      Math.abs(entry.at - at) <= AGAIN_MS
  ).length;
}

/** Judges the first arrival of a step's own link. */
const judgeArrival =
  (id: StepId, type: 'verified' | 'scheme', wrongStart: (since: readonly Entry[], arrival: Entry) => string | null) =>
  (since: readonly Entry[]): Verdict | null => {
    const arrival = ofKind(since, 'arrived').find(({ stepId }) => stepId === id);
    if (!arrival) return null;
    const times = countPublished(since, arrival);
    const problem =
      wrongStart(since, arrival) ??
      (arrival.type === type ? null : `it arrived as ${arrival.type}, not as ${type}`) ??
      (times === 1 ? null : `the app was given it ${times} times`);
    return problem === null ? { isGood: true, found: `arrived once, as ${type}` } : { isGood: false, found: problem };
  };

const isSameProcess = (since: readonly Entry[], arrival: Entry) => since[0]?.process === arrival.process;

const mustBeRunning = (since: readonly Entry[], arrival: Entry) =>
  isSameProcess(since, arrival) ? null : 'the app was started again, although it was running';

const mustBeClosed = (since: readonly Entry[], arrival: Entry) =>
  isSameProcess(since, arrival) ? 'the app was still running' : null;

const mustBeNewActivity = (since: readonly Entry[], arrival: Entry) =>
  mustBeRunning(since, arrival) ?? (ofKind(since, 'mounted').length > 0 ? null : 'the app was not left by Back');

const NOTHING_CAME = () => 'no link arrived';

function judgeDeferred(_: readonly Entry[], all: readonly Entry[]): Verdict | null {
  const steps = ofKind(all, 'diagnostic');
  const isPublished = steps.some(({ step, outcome }) => step === 'publish' && outcome === 'deferred');
  if (!isPublished) return null;
  const found = (name: string) => steps.some(({ step, outcome }) => step === name && outcome === 'found');
  const by = found('referrer') ? 'the store’s click id' : found('clipboard') ? 'the copied link' : 'the fingerprint';
  return { isGood: true, found: `found by ${by}` };
}

function missingDeferred(_: readonly Entry[], all: readonly Entry[]): string {
  const steps = ofKind(all, 'diagnostic').filter(({ step }) => step === 'firstRun' || step === 'match');
  return steps.length === 0
    ? 'this launch looked for none'
    : steps.map(({ step, outcome, reason = '' }) => `${step}: ${outcome} ${reason}`.trim()).join('; ');
}

const shortArrival = judgeArrival('shortLink', 'verified', mustBeRunning);

/** Links of each kind, with the app running and closed. */
export const linkSteps: JudgedStep[] = [
  {
    kind: 'judged',
    id: 'deferred',
    title: 'Link that led to the install',
    todo: 'Before you install: open a link of your service in the phone’s browser and tap the store button. Then install the app, open it, and come here. Press “Done” if no link was found.',
    measures: 'The first launch finds the link, and how.',
    needsPhone: true,
    beginsBeforeInstall: true,
    judge: judgeDeferred,
    missing: missingDeferred,
  },
  {
    kind: 'judged',
    id: 'webWarm',
    title: 'Universal link or app link, app running',
    todo: 'Press “Begin”. Send yourself the link (Notes, Messages), leave the app, and tap it.',
    measures: 'The system opens the app, not the browser, and the link arrives once.',
    needsPhone: true,
    link: webLink('webWarm'),
    judge: judgeArrival('webWarm', 'verified', mustBeRunning),
    missing: NOTHING_CAME,
  },
  {
    kind: 'judged',
    id: 'webCold',
    title: 'Universal link or app link, app closed',
    todo: 'Press “Begin”. Send yourself the link, swipe the app away, and tap it.',
    measures: 'The link starts the app and arrives once.',
    needsPhone: true,
    link: webLink('webCold'),
    judge: judgeArrival('webCold', 'verified', mustBeClosed),
    missing: NOTHING_CAME,
  },
  {
    kind: 'judged',
    id: 'schemeWarm',
    title: 'Scheme, app running',
    todo: 'Press “Begin”. Leave the app, and open the link: from Notes, or with `npx uri-scheme open`.',
    measures: 'The link arrives once.',
    needsPhone: false,
    link: schemeLink('schemeWarm'),
    judge: judgeArrival('schemeWarm', 'scheme', mustBeRunning),
    missing: NOTHING_CAME,
  },
  {
    kind: 'judged',
    id: 'schemeCold',
    title: 'Scheme, app closed',
    todo: 'Press “Begin”. Swipe the app away, and open the link.',
    measures: 'The link starts the app and arrives once.',
    needsPhone: false,
    link: schemeLink('schemeCold'),
    judge: judgeArrival('schemeCold', 'scheme', mustBeClosed),
    missing: NOTHING_CAME,
  },
  {
    kind: 'judged',
    id: 'newActivity',
    title: 'Link after Back',
    todo: 'Press “Begin”. Press Back until the app is gone, without swiping it away. Open the link.',
    measures: 'The link reaches the process that is still alive, in its new activity.',
    system: 'android',
    needsPhone: true,
    link: schemeLink('newActivity'),
    judge: judgeArrival('newActivity', 'scheme', mustBeNewActivity),
    missing: NOTHING_CAME,
  },
  {
    kind: 'judged',
    id: 'shortLink',
    title: 'Short link',
    todo: 'Press “Begin”. Send yourself the link that the service made, leave the app for a minute, and tap it.',
    measures: 'The service resolves it right after the phone wakes the app.',
    needsPhone: false,
    link: shortLink,
    judge: (since) => {
      const resolved = ofKind(since, 'diagnostic').find(({ step }) => step === 'resolve');
      return resolved && resolved.outcome !== 'found'
        ? { isGood: false, found: `resolve: ${resolved.outcome}` }
        : shortArrival(since);
    },
    missing: NOTHING_CAME,
  },
];
