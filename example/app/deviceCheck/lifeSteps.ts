import { getInstallId, LinkAnalytics, LinkEventNames } from 'react-native-deferred-link';

import { consentSwitch } from './consentSwitch';
import { ofKind, type Entry } from './Entry';
import { journal } from './journal';
import type { Step, Verdict } from './Step';
import { until } from './until';

const DELIVERY_MS = 20_000;
/** Events are sent 300 ms after the first one, so that a request would have begun by then. */
const SILENCE_MS = 2000;
const WIPE_MS = 8000;

const logEvent = () => LinkAnalytics.logEvent(LinkEventNames.TutorialComplete);

/** What a process knows of the install. */
function readLaunch(entries: readonly Entry[], process: string | undefined) {
  const own = entries.filter((entry) => entry.process === process);
  return {
    install: ofKind(own, 'install')[0],
    firstRun: ofKind(own, 'diagnostic').find(({ step }) => step === 'firstRun'),
    version: ofKind(own, 'mounted')[0]?.version,
  };
}

const readNextLaunch = (since: readonly Entry[]) =>
  readLaunch(since, since.find(({ process }) => process !== since[0]?.process)?.process);

/** Whether the next launch knew that it wasn't the first. */
function judgeLaunch(since: readonly Entry[], all: readonly Entry[]): Verdict | null {
  const [before, after] = [readLaunch(all, since[0]?.process), readNextLaunch(since)];
  if (!before.install || !after.install || !after.firstRun) return null;
  if (after.install.id !== before.install.id) return { isGood: false, found: 'the install has a new id' };
  return after.firstRun.outcome === 'used'
    ? { isGood: true, found: 'same install, and nothing was matched again' }
    : { isGood: false, found: `the launch took itself for a first run (${after.firstRun.outcome})` };
}

function judgeUpdate(since: readonly Entry[], all: readonly Entry[]): Verdict | null {
  const [before, after] = [readLaunch(all, since[0]?.process).version, readNextLaunch(since).version];
  if (after === undefined || after === before) return null;
  const verdict = judgeLaunch(since, all);
  return verdict && { ...verdict, found: `${before} to ${after}: ${verdict.found}` };
}

function judgeAirplane(since: readonly Entry[]): Verdict | null {
  const deliveries = ofKind(since, 'diagnostic').filter(({ step }) => step === 'events');
  const failed = deliveries.findIndex(({ outcome }) => outcome === 'unavailable');
  const isDelivered = failed >= 0 && deliveries.slice(failed).some(({ outcome }) => outcome === 'accepted');
  return isDelivered ? { isGood: true, found: 'kept offline, delivered afterwards' } : null;
}

function missingDelivery(since: readonly Entry[]): string {
  const outcomes = ofKind(since, 'diagnostic').filter(({ step }) => step === 'events');
  return outcomes.some(({ outcome }) => outcome === 'unavailable')
    ? 'the event was not delivered after the network came back'
    : 'the event met no airplane mode';
}

async function measureConsent(): Promise<Verdict> {
  const start = journal.read().length;
  const since = () => ofKind(journal.read().slice(start), 'diagnostic');
  consentSwitch.turn('denied');
  try {
    if (!(await until(() => since().some(({ outcome }) => outcome === 'wiped'), WIPE_MS))) {
      return { isGood: false, found: 'what was stored was not removed' };
    }
    logEvent();
    const isSent = await until(() => since().some(({ step }) => step === 'events'), SILENCE_MS);
    if (isSent) return { isGood: false, found: 'an event was sent without consent' };
    if ((await getInstallId()) !== null) return { isGood: false, found: 'the install still has an id' };
    return { isGood: true, found: 'stored values removed, nothing sent' };
  } finally {
    consentSwitch.turn(null);
  }
}

/** What happens to an app between two links. */
export const lifeSteps: Step[] = [
  {
    kind: 'judged',
    id: 'relaunch',
    title: 'Kill and relaunch',
    todo: 'Press “Begin”. Swipe the app away, open it by its icon, and come here.',
    measures: 'The install keeps its id, and nothing is matched again.',
    needsPhone: false,
    judge: judgeLaunch,
    missing: () => 'the app was not started again',
  },
  {
    kind: 'judged',
    id: 'airplane',
    title: 'Airplane mode',
    todo: 'Press “Begin”. Turn on airplane mode, press “Log an event”, wait five seconds, turn it off, press “Done”.',
    measures: 'The event waits, and is delivered afterwards.',
    needsPhone: false,
    action: { label: 'Log an event', run: logEvent },
    judge: judgeAirplane,
    missing: missingDelivery,
    patienceMs: DELIVERY_MS,
  },
  {
    kind: 'judged',
    id: 'update',
    title: 'Update over an older version',
    todo: 'In an older build, press “Begin”. Install a build with a higher version over it, open it, and come here.',
    measures: 'The install keeps its id, and nothing is matched again.',
    needsPhone: true,
    judge: judgeUpdate,
    missing: () => 'the version is the same as before',
  },
  {
    kind: 'measured',
    id: 'consent',
    title: 'Consent',
    todo: 'The last step, because it makes this install new for the service. Press “Measure”.',
    measures: 'A denial removes what was stored, and nothing is sent.',
    needsPhone: false,
    measure: measureConsent,
  },
];
