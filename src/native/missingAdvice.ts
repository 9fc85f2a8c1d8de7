import { attempt } from '../core/attempt';
import type { Ports } from '../ports';
import { expo } from './expo';
import { failures, type FactPackage } from './noteFailure';
import { install, isExpoApp, isNotInstalled, isTest, repair } from './remedies';

type Row = [loss: string, ours: FactPackage, module: Parameters<typeof expo>[0], expos: string];

const DEVICE = 'Without device facts, the fingerprint is weak.';
const DEVICE_INFO = 'react-native-device-info';

/**
 * What the app loses without each fact that React Native may not know; the package of ours that knows it; Expo's native
 * module, and its package.
 */
const ROWS: Record<string, Row> = {
  installReferrer: [
    'Without the install referrer, Android installs are matched by fingerprint alone.',
    'react-native-play-install-referrer',
    'ExpoApplication',
    'expo-application',
  ],
  installTime: [
    "Without the install time, a restored Android backup isn't noticed.",
    DEVICE_INFO,
    'ExpoApplication',
    'expo-application',
  ],
  model: [DEVICE, DEVICE_INFO, 'ExpoDevice', 'expo-device'],
  userAgent: [DEVICE, DEVICE_INFO, 'ExponentConstants', 'expo-constants'],
  clipboard: [
    'Without the clipboard, links copied on a landing page are not found.',
    '@react-native-clipboard/clipboard',
    'ExpoClipboard',
    'expo-clipboard',
  ],
};

const unique = (texts: string[]) => [...new Set(texts)];

/** One text on all that this app lacks because it lacks packages, and on those that would help it. */
export function missingAdvice(facts: Parameters<NonNullable<Ports['missingAdvice']>>[0]): string | undefined {
  const rows = Object.entries({ installReferrer: null, installTime: null, clipboard: null, ...facts }).flatMap(
    ([fact, value]) => {
      const row = value === null ? ROWS[fact] : undefined;
      return row && failures.has(row[1]) && !attempt(() => expo(row[2])) ? [row] : [];
    }
  );
  const [absent, broken] = [true, false].map((isAbsent) =>
    rows.filter(([, ours]) => isNotInstalled(ours, failures.get(ours)) === isAbsent)
  ) as [Row[], Row[]];
  const remedies = [
    ...(absent.length ? [install(unique(absent.map(([, ours, , expos]) => (isExpoApp() ? expos : ours))))] : []),
    ...unique(broken.map(([, ours]) => repair(ours, failures.get(ours)))),
  ];
  failures.clear();
  // A test has the modules that somebody has put there, and no others.
  if (!remedies.length || (isTest() && isExpoApp())) return undefined;
  const otherwise = rows.includes(ROWS.clipboard as Row) ? ', or set config.shouldUseClipboard to false' : '';
  return `${unique(rows.map(([loss]) => loss)).join(' ')} ${remedies.join('; ')}${otherwise}.`;
}
