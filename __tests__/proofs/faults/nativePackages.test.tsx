import { checkCell, type Cell } from '../../support/checkCell';
import {
  fail,
  faulty,
  LATE_MS,
  promiseRows,
  uninstalled,
  usual,
  WRONG_TYPES,
  type Method,
  type Os,
  type Row,
} from '../../support/faultRows';
import { EXPO_MODULES, NO_PACKAGES } from '../../support/nativeModules';
import { diskWith } from '../../storage/stored';

const STORAGE = '@react-native-async-storage/async-storage';
const REFERRER = 'react-native-play-install-referrer';

/** A first run can't be told from a later one: better no match than one at every launch. */
const unread = (os: Os): Cell => ({ device: { os }, shows: null, matches: 0 });
const LOSSES = /not installed|not linked|is missing|throws|rejects|hangs|never calls back|with an error/;
/** Whatever can't be stored is said, once. */
const withLoss = ([name, cell]: Row): Row => [name, { ...cell, isForgetful: LOSSES.test(name) }];
const byFingerprint = (os: Os): Cell => ({ device: { os }, shows: 'fingerprint' });

function asyncStorage3(os: Os): Row[] {
  const reading = promiseRows('RNAsyncStorage.legacy_multiGet', [], {
    fails: unread(os),
    hangs: { ...unread(os), at: 5000 },
    late: { ...usual(os), at: LATE_MS },
    twice: usual(os),
    wrong: usual(os),
  });
  return [
    uninstalled(STORAGE, unread(os)),
    faulty('RNAsyncStorage is not linked', { RNAsyncStorage: null }, unread(os)),
    // The array is a row with a value, and any value counts.
    ...reading.map(([name, cell]): Row => [
      name,
      name.endsWith('an array') ? { ...cell, shows: null, matches: 0 } : cell,
    ]),
    ...promiseRows('RNAsyncStorage.legacy_multiSet', undefined, {
      fails: usual(os),
      twice: usual(os),
      late: usual(os),
      wrong: usual(os),
    }),
    ...promiseRows('RNAsyncStorage.legacy_multiRemove', undefined, { fails: usual(os) }),
  ].map(withLoss);
}

function asyncStorage2(os: Os): Row[] {
  type Answer = (...args: unknown[]) => void;
  const answering = (way: (answer: Answer) => void) => (_: unknown, answer: Answer) => way(answer);
  const ways: [string, Method | null, Cell][] = [
    ['is missing', null, unread(os)],
    ['throws', fail, unread(os)],
    ['never calls back', () => {}, { ...unread(os), at: 5000 }],
    ['calls back with an error', answering((answer) => answer([{ message: 'disk' }])), unread(os)],
    ['calls back with an error of a wrong type', answering((answer) => answer(42)), unread(os)],
    ['calls back with wrong types', answering((answer) => answer(null, 42)), usual(os)],
    ['calls back with rows of wrong types', answering((answer) => answer(null, [42, {}])), usual(os)],
    ['calls back twice', answering((answer) => [answer(null, []), answer([{ message: 'disk' }])]), usual(os)],
    [
      'calls back late',
      answering((answer) => void setTimeout(() => answer(null, []), LATE_MS)),
      { ...usual(os), at: LATE_MS },
    ],
  ];
  const rows = ['multiGet', 'multiSet', 'multiRemove'].flatMap((method) =>
    ways.map(([name, fault, cell]) =>
      faulty(
        `RNCAsyncStorage.${method} ${name}`,
        { [`RNCAsyncStorage.${method}`]: fault },
        method === 'multiGet' ? cell : usual(os)
      )
    )
  );
  return [...rows, faulty('RNCAsyncStorage is not linked', { RNCAsyncStorage: null }, unread(os))]
    .map(withLoss)
    .map(([name, cell]) => [name, { ...cell, device: { ...cell.device, packages: { [STORAGE]: 'async-storage-2' } } }]);
}

function deviceInfo(os: Os): Row[] {
  // Without a click id, so that the fingerprint is waited for.
  const found: Cell = { device: { os, referrer: '' }, shows: os === 'android' ? 'fingerprint' : 'paste' };
  const slow = { ...found, at: 1000 };
  const lacking = (part: string): Cell => ({ ...found, sends: { [part]: null, screenWidth: 750 } });
  return [
    uninstalled('react-native-device-info', lacking('userAgent')),
    faulty('RNDeviceInfo is not linked', { RNDeviceInfo: null }, lacking('userAgent')),
    ...promiseRows('RNDeviceInfo.getUserAgent', 'agent', { fails: found, hangs: slow }),
    ...promiseRows('RNDeviceInfo.getSystemManufacturer', 'maker', {
      fails: found,
      // React Native itself knows it, and is asked after half of the time.
      hangs: os === 'android' ? { ...found, at: 500 } : found,
    }),
    ...promiseRows('RNDeviceInfo.getFirstInstallTime', 1, { fails: found, hangs: { ...found, at: 500 } }),
    ...['model', 'systemVersion'].flatMap((fact) =>
      WRONG_TYPES.filter(([, value]) => typeof value !== 'string' || !value).map(([name, value]) =>
        faulty(`RNDeviceInfo.${fact} is ${name}`, { [`RNDeviceInfo.${fact}`]: value as null }, found)
      )
    ),
    ...(
      [
        ['is missing', null],
        ['throws', fail],
        ...WRONG_TYPES.map(([name, value]) => [`answers with ${name}`, () => value]),
      ] as [string, Method | null][]
    ).map(([name, fault]): Row => [
      `RNDeviceInfo.getConstants of a TurboModule ${name}`,
      { ...found, device: { ...found.device, isTurbo: true, faults: { 'RNDeviceInfo.getConstants': fault } } },
    ]),
  ];
}

/** Whether a stored flag belongs to this install is unknown, so that it counts. */
function restoredFlag(os: Os): Row[] {
  const used: Cell = { device: { os }, shows: null, matches: 0 };
  const another: Cell = os === 'android' ? usual(os) : used;
  return promiseRows('RNDeviceInfo.getFirstInstallTime', 2, {
    fails: used,
    hangs: { ...used, at: os === 'android' ? 2000 : 0 },
    twice: another,
    wrong: used,
  }).map(([name, cell]) => [
    `${name}, with a flag on disk`,
    // A number is an install time.
    {
      ...(name.endsWith('a number') ? another : cell),
      device: { ...cell.device, disk: diskWith({ installTime: 1 }) },
    },
  ]);
}

function installReferrer(os: Os): Row[] {
  const path = 'PlayInstallReferrer.getInstallReferrerInfo';
  const without = os === 'android' ? byFingerprint(os) : usual(os);
  const slow = { ...without, at: os === 'android' ? 3000 : 0 };
  const emit = (kind: 'value' | 'error', payload: unknown) => {
    const { DeviceEventEmitter } = require('react-native') as typeof import('react-native');
    DeviceEventEmitter.emit(`play_install_referrer_${kind}`, payload);
  };
  const good = { installReferrer: 'clickId=abc' };
  const rows: Row[] = [
    faulty('PlayInstallReferrer is not linked', { PlayInstallReferrer: null }, without),
    faulty(`${path} is missing`, { [path]: null }, without),
    faulty(`${path} throws`, { [path]: fail }, without),
    faulty(`${path} never calls back`, { [path]: () => {} }, slow),
    faulty(`${path} calls back late`, { [path]: () => void setTimeout(() => emit('value', good), LATE_MS) }, slow),
    faulty(
      `${path} calls back twice`,
      { [path]: () => [emit('value', good), emit('value', { installReferrer: 'clickId=2' })] },
      usual(os)
    ),
    faulty(`${path} calls back and fails`, { [path]: () => [emit('value', good), emit('error', {})] }, usual(os)),
    faulty(`${path} fails and calls back`, { [path]: () => [emit('error', {}), emit('value', good)] }, without),
    ...WRONG_TYPES.flatMap(([name, value]) => [
      faulty(`${path} calls back with ${name}`, { [path]: () => emit('value', value) }, without),
      faulty(
        `${path} calls back with a referrer of ${name}`,
        { [path]: () => emit('value', { installReferrer: value }) },
        without
      ),
      faulty(`${path} fails with ${name}`, { [path]: () => emit('error', value) }, without),
    ]),
  ];
  return [
    uninstalled(REFERRER, without),
    ...[REFERRER, 'play-install-referrer-1'].flatMap((version) =>
      rows.map(([name, cell]): Row => [
        `${name} (${version})`,
        { ...cell, device: { ...cell.device, packages: version === REFERRER ? {} : { [REFERRER]: version } } },
      ])
    ),
  ];
}

function clipboard(os: Os): Row[] {
  const without = os === 'ios' ? byFingerprint(os) : usual(os);
  const hangs = { ...without, at: os === 'ios' ? 1000 : 0 };
  // The prompt may be on the screen: the app goes on after its budget, and the match is sent later.
  const prompt = os === 'ios' ? { ...without, at: 5000, errors: 1 } : without;
  const allowedLate = os === 'ios' ? { ...usual(os), at: LATE_MS } : usual(os);
  const asked = promiseRows('RNCClipboard.hasWebURL', true, {
    fails: without,
    hangs,
    twice: usual(os),
  });
  return [
    uninstalled('@react-native-clipboard/clipboard', without),
    faulty('RNCClipboard is not linked', { RNCClipboard: null }, without),
    // The boolean says that there is a URL.
    ...asked.map(([name, cell]): Row => [name, name.endsWith('a boolean') ? usual(os) : cell]),
    ...promiseRows('RNCClipboard.getString', 'https://go.test/a/b', {
      fails: without,
      hangs: prompt,
      late: allowedLate,
      twice: usual(os),
    }),
  ];
}

/** A Proxy that throws on every read. */
const throwing = () => new Proxy({}, { get: fail });

const inExpo = ([name, cell]: Row): Row => [
  name,
  { ...cell, device: { expo: EXPO_MODULES, packages: NO_PACKAGES, ...cell.device } },
];

function expoModules(os: Os): Row[] {
  const isAndroid = os === 'android';
  const withoutClick = isAndroid ? byFingerprint(os) : usual(os);
  const withoutPaste = isAndroid ? usual(os) : byFingerprint(os);
  // Without a click id, so that the fingerprint is waited for.
  const found: Cell = { device: { os, referrer: '' }, shows: isAndroid ? 'fingerprint' : 'paste' };
  const lost: Record<string, Cell> = {
    ExpoApplication: withoutClick,
    ExpoDevice: found,
    ExponentConstants: { ...found, sends: { userAgent: null, screenWidth: 750 } },
    ExpoClipboard: withoutPaste,
  };
  return [
    ...EXPO_MODULES.flatMap((name): Row[] => [
      faulty(`${name} is missing`, { [name]: null }, lost[name] as Cell),
      faulty(`${name} throws on every read`, { [name]: throwing }, lost[name] as Cell),
    ]),
    ...promiseRows('ExpoApplication.getInstallReferrerAsync', 'clickId=abc', {
      fails: withoutClick,
      hangs: { ...withoutClick, at: isAndroid ? 3000 : 0 },
      twice: usual(os),
    }),
    ...promiseRows('ExpoApplication.getInstallationTimeAsync', 1, { fails: found, hangs: { ...found, at: 500 } }),
    ...promiseRows('ExponentConstants.getWebViewUserAgentAsync', 'agent', {
      fails: found,
      hangs: { ...found, at: 1000 },
    }),
    ...promiseRows('ExpoClipboard.hasUrlAsync', true, {
      fails: withoutPaste,
      hangs: { ...withoutPaste, at: isAndroid ? 0 : 1000 },
      twice: usual(os),
    }).map(([name, cell]): Row => [name, name.endsWith('a boolean') ? usual(os) : cell]),
    ...promiseRows('ExpoClipboard.getStringAsync', 'https://go.test/a/b', {
      fails: withoutPaste,
      hangs: isAndroid ? withoutPaste : { ...withoutPaste, at: 5000, errors: 1 },
      late: isAndroid ? usual(os) : { ...usual(os), at: LATE_MS },
      twice: usual(os),
    }),
    ...['modelName', 'manufacturer', 'osVersion'].flatMap((fact) =>
      WRONG_TYPES.filter(([, value]) => value !== undefined).map(([name, value]) =>
        faulty(`ExpoDevice.${fact} is ${name}`, { [`ExpoDevice.${fact}`]: value as null }, found)
      )
    ),
  ].map(inExpo);
}

const tables = { asyncStorage3, asyncStorage2, deviceInfo, restoredFlag, installReferrer, clipboard, expoModules };
const cells = Object.entries(tables).flatMap(([table, rows]) =>
  (['ios', 'android'] as const).flatMap((os) => rows(os).map(([name, cell]) => [table, os, name, cell] as const))
);

test.each(cells)('%s, %s: %s', async (_table, _os, _name, cell) => {
  await checkCell(cell);
});

test(`${cells.length} cells`, () => {
  expect(cells.length).toBeGreaterThan(500);
});
