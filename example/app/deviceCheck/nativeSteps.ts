import { clipboard as clipboardSources } from '../../../src/native/clipboard';
import { LINK_HOST } from '../linkConfig';
import { factSteps, measureSources } from './factSteps';
import type { MeasuredStep, Verdict } from './Step';
import { answerWithin } from './until';

const NATIVE_MS = 5000;
/** The person reads the prompt first. */
const PROMPT_MS = 60_000;
const TRIED_KEY = 'device-check-tried';
const COPIED = `https://${LINK_HOST}/device-check?step=paste`;

const openStorage = async () => (await import('@react-native-async-storage/async-storage')).default;
const openClipboard = async () => (await import('@react-native-clipboard/clipboard')).default;

const isText = (value: unknown) => typeof value === 'string' && value !== '' && value !== 'unknown';
const readBoolean = (answer: unknown) => (typeof answer === 'boolean' ? answer : null);
const judge = (isGood: boolean, good: string, bad: string): Verdict => ({ isGood, found: isGood ? good : bad });

async function measureStorage(): Promise<Verdict> {
  const storage = await openStorage();
  const start = Date.now();
  await storage.setItem(TRIED_KEY, 'kept');
  const kept = await storage.getItem(TRIED_KEY);
  await storage.removeItem(TRIED_KEY);
  const removed = await storage.getItem(TRIED_KEY);
  if (kept !== 'kept') return { isGood: false, found: 'a value that was written is not read back' };
  return judge(
    removed === null,
    `written, read and removed in ${Date.now() - start} ms`,
    'a removed value is still there'
  );
}

function measureLocale(): Verdict {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return judge(isText(locale) && isText(timeZone), `${locale}, ${timeZone}`, 'the engine gives no locale or time zone');
}

async function measureClipboardCheck(): Promise<Verdict> {
  const { found: asItWas } = await measureSources({
    sources: clipboardSources,
    names: ['@react-native-clipboard/clipboard', 'expo-clipboard'],
    read: (answer) => readBoolean((answer as unknown[])[0]),
    describe: (hasUrl) => (hasUrl ? 'a URL' : 'no URL'),
  });
  const clipboard = await openClipboard();
  clipboard.setString(COPIED);
  const withLink: unknown = await clipboard.hasWebURL();
  clipboard.setString('no link');
  const without: unknown = await clipboard.hasWebURL();
  return judge(
    withLink === true && without === false,
    `a link is told from other text; before that, ${asItWas}`,
    `with a link: ${String(withLink)}, without: ${String(without)}`
  );
}

async function measurePaste(): Promise<Verdict> {
  const clipboard = await openClipboard();
  clipboard.setString(COPIED);
  const start = Date.now();
  const text = await clipboard.getString();
  return judge(text === COPIED, `pasted after ${Date.now() - start} ms`, 'the system gave no text, or another one');
}

const native = (
  { measure, ...step }: Omit<MeasuredStep, 'kind' | 'needsPhone'>,
  withinMs = NATIVE_MS
): MeasuredStep => ({
  ...step,
  kind: 'measured',
  needsPhone: true,
  measure: (phone) => answerWithin(withinMs, () => measure(phone)),
});

/** The native side of each package, and what it answers. */
export const nativeSteps: MeasuredStep[] = [
  native({
    id: 'storage',
    title: 'Storage',
    todo: 'Press “Measure”.',
    measures: 'async-storage writes, reads and removes a value.',
    measure: measureStorage,
  }),
  native({
    id: 'locale',
    title: 'Locale and time zone',
    todo: 'Press “Measure”.',
    measures: 'The JavaScript engine knows both.',
    measure: () => Promise.resolve(measureLocale()),
  }),
  ...factSteps,
  native({
    id: 'clipboardCheck',
    title: 'Clipboard, without reading it',
    todo: 'Copy a link on a landing page, then press “Measure”. No prompt may appear; this replaces what you copied.',
    measures: 'Who sees what the page copied, and whether the system tells a link from other text.',
    system: 'ios',
    measure: measureClipboardCheck,
  }),
  native(
    {
      id: 'paste',
      title: 'Paste',
      todo: 'Press “Measure”, and allow the paste if iOS asks.',
      measures: 'The copied link comes back, and how long the prompt takes.',
      system: 'ios',
      measure: measurePaste,
    },
    PROMPT_MS
  ),
];
