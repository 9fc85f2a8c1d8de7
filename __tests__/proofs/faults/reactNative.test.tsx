import { checkCell, linkBy } from '../../support/checkCell';
import type { NativeFaults } from '../../support/nativeModules';
import {
  fail,
  faulty,
  LATE_MS,
  promiseRows,
  usual,
  WRONG_TYPES,
  type Method,
  type Os,
  type Row,
} from '../../support/faultRows';

const foreignLine = /NativeEventEmitter/;

function linking(os: Os): Row[] {
  const [used, unused] = os === 'ios' ? ['LinkingManager', 'IntentAndroid'] : ['IntentAndroid', 'LinkingManager'];
  // On iOS nothing can be received without its native side; Android's events come another way.
  const deaf = { ...usual(os), ...(os === 'ios' && { isDeaf: true, errors: 1 }) };
  return [
    ...promiseRows(`${used}.getInitialURL`, linkBy('launch'), {
      fails: usual(os),
      hangs: { ...usual(os), at: 500 },
      twice: { ...usual(os), shows: 'launch', matches: 0 },
      late: { ...usual(os), shows: 'launch', at: 500 },
    }),
    ...promiseRows(`${unused}.getInitialURL`, linkBy('launch'), { fails: usual(os) }),
    faulty(`${used} is not linked`, { [used]: null }, deaf),
    faulty(`${unused} is not linked`, { [unused]: null }, usual(os)),
    faulty('LinkingManager.addListener throws', { 'LinkingManager.addListener': fail }, deaf),
    faulty(
      'LinkingManager.addListener is missing',
      { 'LinkingManager.addListener': null },
      { ...usual(os), foreignLine }
    ),
  ];
}

function appState(os: Os): Row[] {
  const rows: [string, string, Method | null][] = [
    ['is missing', 'getConstants', null],
    ['throws', 'getConstants', fail],
    ['answers with nothing', 'getConstants', () => undefined],
    ['is missing', 'getCurrentAppState', null],
    ['throws', 'getCurrentAppState', fail],
    ['never calls back', 'getCurrentAppState', () => {}],
    ['calls back with nothing', 'getCurrentAppState', (answer: (state?: object) => void) => answer()],
    [
      'calls back with wrong types',
      'getCurrentAppState',
      (answer: (state: object) => void) => answer({ app_state: {} }),
    ],
    [
      'calls back twice',
      'getCurrentAppState',
      (answer: (state: object) => void) => ['background', 'active'].forEach((app_state) => answer({ app_state })),
    ],
    [
      'calls back late',
      'getCurrentAppState',
      (answer: (state: object) => void) => void setTimeout(() => answer({ app_state: 'background' }), LATE_MS),
    ],
    ['throws', 'addListener', fail],
    ['is missing', 'addListener', null],
  ];
  return [
    faulty('AppState is not linked', { AppState: null }, usual(os)),
    ...rows.map(([name, method, fault]) =>
      faulty(`AppState.${method} ${name}`, { [`AppState.${method}`]: fault }, { ...usual(os), foreignLine })
    ),
  ];
}

function screen(os: Os): Row[] {
  const path = 'DeviceInfo.getConstants';
  return [
    faulty('DeviceInfo is not linked', { DeviceInfo: null }, usual(os)),
    faulty(`${path} is missing`, { [path]: null }, usual(os)),
    faulty(`${path} throws`, { [path]: fail }, usual(os)),
    ...WRONG_TYPES.flatMap(([name, value]) => [
      faulty(`${path} answers with ${name}`, { [path]: () => value }, usual(os)),
      faulty(`${path} has for a screen ${name}`, { [path]: () => ({ Dimensions: { screen: value } }) }, usual(os)),
      faulty(
        `${path} has for a width ${name}`,
        { [path]: () => ({ Dimensions: { screen: { width: value, height: value, scale: value } } }) },
        usual(os)
      ),
    ]),
  ];
}

const tables = { linking, appState, screen };
const cells = Object.entries(tables).flatMap(([table, rows]) =>
  (['ios', 'android'] as const).flatMap((os) => rows(os).map(([name, cell]) => [table, os, name, cell] as const))
);

test.each(cells)('%s, %s: %s', async (_table, _os, _name, cell) => {
  await checkCell(cell);
});

describe('Intl', () => {
  const intl = Intl;
  afterEach(() => {
    globalThis.Intl = intl;
  });

  const resolving = (options: unknown) => ({ DateTimeFormat: () => ({ resolvedOptions: () => options }) });
  const wrong = WRONG_TYPES.flatMap(([name, value]): [string, unknown][] => [
    [`resolves to ${name}`, resolving(value)],
    [`has for locale and timezone ${name}`, resolving({ locale: value, timeZone: value })],
  ]);
  const broken: [string, unknown][] = [
    ['is missing', undefined],
    ['has no formatter', {}],
    ['throws', { DateTimeFormat: fail }],
  ];
  const standIns: [string, NativeFaults][] = [
    ['is not linked', { I18nManager: null }],
    ['throws', { 'I18nManager.getConstants': fail }],
    ...WRONG_TYPES.map(([name, value]): [string, NativeFaults] => [
      `has ${name}`,
      { 'I18nManager.getConstants': () => value },
    ]),
    ...WRONG_TYPES.filter(([, value]) => typeof value !== 'string').map(([name, value]): [string, NativeFaults] => [
      `has for a locale ${name}`,
      { 'I18nManager.getConstants': () => ({ localeIdentifier: value }) },
    ]),
  ];
  const intlCells = (['ios', 'android'] as const).flatMap((os) => [
    ...[...broken, ...wrong].map(([name, fault]) => [os, name, 'works', fault, {}] as const),
    ...broken.flatMap(([name, fault]) =>
      standIns.map(([standIn, faults]) => [os, name, standIn, fault, faults] as const)
    ),
  ]);

  test.each(intlCells)('%s: Intl %s, what stands in for it %s', async (os, _name, standIn, fault, faults) => {
    // Without a click id, so that the fingerprint is waited for.
    const [, cell] = faulty('', faults, {
      device: { os, referrer: '', locale: 'de_AT' },
      shows: os === 'android' ? 'fingerprint' : 'paste',
      ...(broken.some(([, one]) => one === fault) && {
        sends: { timezone: null, locale: standIn === 'works' ? [{ languageTag: 'de-AT' }] : null },
      }),
    });
    globalThis.Intl = fault as typeof Intl;
    await checkCell(cell);
  });

  test(`${cells.length + intlCells.length} cells`, () => {
    expect(cells.length + intlCells.length).toBeGreaterThan(200);
  });
});
