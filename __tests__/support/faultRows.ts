import type { Cell } from './checkCell';
import type { NativeFaults } from './nativeModules';

export type Row = [name: string, cell: Cell];
export type Method = (...args: never[]) => unknown;
export type Os = 'ios' | 'android';

/** Longer than any wait but the whole budget. */
export const LATE_MS = 4000;

export const fail = () => {
  throw new Error('native');
};

/** `good` is what the method answers when nothing is wrong. */
const PROMISE_FAULTS: Record<string, (good: unknown) => Method | null> = {
  'is missing': () => null,
  throws: () => fail,
  'throws nothing': () => () => {
    throw undefined;
  },
  rejects: () => () => Promise.reject(new Error('native')),
  'rejects with what has no text': () => () => Promise.reject(Object.create(null) as Error),
  hangs: () => () => new Promise(() => {}),
  'answers with a promise that throws': () => () => ({ then: fail }),
  'answers twice': (good) => () => ({
    then(resolve: (value: unknown) => void, reject: (reason: unknown) => void) {
      resolve(good);
      resolve('https://go.test/by/second');
      reject(new Error('native'));
    },
  }),
  'answers late': (good) => () => new Promise((resolve) => setTimeout(() => resolve(good), LATE_MS)),
};

export const WRONG_TYPES: [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 42],
  ['a boolean', true],
  ['an empty text', ''],
  ['an object', {}],
  ['an array', [[42, {}]]],
  ['a megabyte', 'x'.repeat(1024 * 1024)],
  ['a function', () => 'https://go.test/by/function'],
];

export function faulty(name: string, faults: NativeFaults, cell: Cell): Row {
  return [name, { ...cell, device: { ...cell.device, faults } }];
}

export function uninstalled(name: string, cell: Cell): Row {
  return [`${name} is not installed`, { ...cell, device: { ...cell.device, packages: { [name]: null } } }];
}

/** What comes of a fault; where a row says nothing of a kind, what `fails` says holds. */
interface Outcomes {
  fails: Cell;
  hangs?: Cell;
  twice?: Cell;
  late?: Cell;
  wrong?: Cell;
}

/** A row for each way in which a method that answers with a promise can fail. */
export function promiseRows(path: string, good: unknown, outcomes: Outcomes): Row[] {
  const { fails, hangs = fails, twice = fails, late = hangs, wrong = fails } = outcomes;
  const byFault: Record<string, Cell> = { hangs, 'answers twice': twice, 'answers late': late };
  return [
    ...Object.entries(PROMISE_FAULTS).map(([name, fault]) =>
      faulty(`${path} ${name}`, { [path]: fault(good) }, byFault[name] ?? fails)
    ),
    ...WRONG_TYPES.map(([name, value]) =>
      faulty(`${path} answers with ${name}`, { [path]: () => Promise.resolve(value) }, wrong)
    ),
  ];
}

/** What a first run finds where nothing fails. */
export const usual = (os: Os): Cell => ({ device: { os }, shows: os === 'android' ? 'click' : 'paste' });
