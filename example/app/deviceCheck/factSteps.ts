import { readFact } from '../../../src/core/fingerprint';
import { device, installTime } from '../../../src/native/device';
import { installReferrer } from '../../../src/native/installReferrer';
import type { MeasuredStep, Verdict } from './Step';
import { answerWithin } from './until';

const SOURCE_MS = 2000;

type Source = (typeof installTime)[number];

interface Asked {
  /** The library's own sources, in its order. */
  sources: readonly Source[];
  /** Who each of them is. */
  names: readonly string[];
  /** What is usable of an answer; null if nothing is. */
  read: (answer: unknown) => unknown;
  /** A word on the answer, where there is more to say than that there is one. */
  describe?: (value: unknown) => string;
}

interface Fact extends Asked, Pick<MeasuredStep, 'id' | 'title' | 'measures' | 'system'> {}

const DEVICE_INFO = 'react-native-device-info';
const DEVICE_NAMES = [DEVICE_INFO, 'expo-device', 'React Native'];

const readTime = (answer: unknown) =>
  typeof answer === 'number' && answer > 0 && answer <= Date.now() ? answer : null;
const readText = (answer: unknown) => (typeof answer === 'string' ? answer : null);

const FACTS: Fact[] = [
  {
    id: 'model',
    title: 'Model',
    measures: 'Who knows the phone’s model. On iOS, React Native itself doesn’t.',
    sources: device.model,
    names: DEVICE_NAMES,
    read: readFact.model,
  },
  {
    id: 'manufacturer',
    title: 'Manufacturer',
    measures: 'Who knows the phone’s maker.',
    sources: device.manufacturer,
    names: DEVICE_NAMES,
    read: readFact.manufacturer,
  },
  {
    id: 'systemVersion',
    title: 'System version',
    measures: 'Who knows the version of the system.',
    sources: device.systemVersion,
    names: DEVICE_NAMES,
    read: readFact.systemVersion,
  },
  {
    id: 'installTime',
    title: 'Install time',
    measures: 'Who knows when the app was installed.',
    sources: installTime,
    names: [DEVICE_INFO, 'expo-application'],
    read: readTime,
  },
  {
    id: 'userAgent',
    title: 'User agent',
    measures: 'Who knows the user agent. On Android, expo-constants has the one of the system’s own HTTP client.',
    sources: device.userAgent,
    names: [DEVICE_INFO, 'expo-constants'],
    read: readFact.userAgent,
    describe: (value) => (String(value).startsWith('Mozilla/') ? 'a web view’s' : 'not a web view’s'),
  },
  {
    id: 'referrer',
    title: 'Install referrer',
    measures: 'Who has Google Play’s answer. A click id is there only if the app came from Play by a link.',
    system: 'android',
    sources: installReferrer,
    names: ['react-native-play-install-referrer', 'expo-application'],
    read: readText,
    describe: (value) => (String(value).includes('clickId') ? 'a click id' : 'no click id'),
  },
];

/** What a source says, in a few words; null if that is of no use. */
async function ask({ names, read, describe }: Asked, source: Source, index: number): Promise<string | null> {
  const start = Date.now();
  const value = await answerWithin(SOURCE_MS, async () => read(await source())).catch(() => null);
  if (value === null) return null;
  return `${names[index]} in ${Date.now() - start} ms${describe ? ` (${describe(value)})` : ''}`;
}

/** Every source is asked. The library takes the first answer of these. */
export async function measureSources(asked: Asked): Promise<Verdict> {
  const answers = await Promise.all(asked.sources.map((source, index) => ask(asked, source, index)));
  const [first, ...others] = answers.filter((answer) => answer !== null);
  if (first === undefined) return { isGood: false, found: `nobody answers: not ${asked.names.join(', not ')}` };
  return { isGood: true, found: [`answered by ${first}`, ...others.map((other) => `also ${other}`)].join('; ') };
}

/** A step for each fact that a native module knows, which names the source that answered. */
export const factSteps: MeasuredStep[] = FACTS.map((fact) => ({
  id: fact.id,
  title: fact.title,
  todo: 'Press “Measure”.',
  measures: fact.measures,
  ...(fact.system && { system: fact.system }),
  kind: 'measured',
  needsPhone: true,
  measure: () => measureSources(fact),
}));
