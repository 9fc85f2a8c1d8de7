import type { LinkStorage } from 'react-native-deferred-link';
import { checkCell, type Cell } from '../../support/checkCell';
import { createDevice } from '../../support/createDevice';
import { fail, LATE_MS, usual, type Os } from '../../support/faultRows';
import { linkServer } from '../../support/linkServer';
import { damageEvents, diskWithRecord } from '../../storage/stored';

/** A storage of the app's own, with one method replaced. */
function customStorage(items: Map<string, string>, fault: Partial<Record<keyof LinkStorage, unknown>>): LinkStorage {
  return {
    getItem: (key: string) => Promise.resolve(items.get(key) ?? null),
    setItem: (key: string, value: string) => Promise.resolve(void items.set(key, value)),
    removeItem: (key: string) => Promise.resolve(void items.delete(key)),
    ...fault,
  } as LinkStorage;
}

const late = () => new Promise((resolve) => setTimeout(() => resolve(null), LATE_MS));
const WAYS: [string, () => unknown][] = [
  ['throws', fail],
  [
    'throws nothing',
    () => {
      throw undefined;
    },
  ],
  ['rejects', () => Promise.reject(new Error('disk full'))],
  ['rejects with what has no text', () => Promise.reject(Object.create(null) as Error)],
  ['hangs', () => new Promise(() => {})],
  ['answers late', late],
  ['answers with a promise of itself', () => Promise.resolve(() => {})],
];

const unread: Partial<Cell> = { shows: null, matches: 0 };

function operationRows(os: Os, retryUnansweredMatch: boolean): [string, Cell][] {
  return (['getItem', 'setItem', 'removeItem'] as const).flatMap((method) =>
    WAYS.map(([name, way]): [string, Cell] => [
      `${method} ${name}`,
      {
        ...usual(os),
        ...(method === 'getItem' && name !== 'answers late' && unread),
        ...(method === 'getItem' && name === 'hangs' && { at: 5000 }),
        ...(method === 'getItem' && name === 'answers late' && { at: LATE_MS }),
        isForgetful: /throws|rejects|hangs/.test(name),
        config: { retryUnansweredMatch },
        storage: () => customStorage(new Map(), { [method]: way }),
      },
    ])
  );
}

const VALUES: [string, unknown][] = [
  ['text', 'yes'],
  ['cut JSON', '{"v":1,"inst'],
  ['JSON null', 'null'],
  ['a JSON list', '[]'],
  ['a JSON number', '42'],
  ['a later version', '{"v":99,"installTime":{"at":1},"openSince":[]}'],
  ['wrong types', '{"v":1,"installTime":"1","openSince":"2"}'],
  ['a time from the future', '{"v":1,"openSince":9e15}'],
  ['an endless time', '{"v":1,"openSince":1e999}'],
  ['a proto', '{"__proto__":{"openSince":1}}'],
  ['bytes', '\0\uFFFF\uD800'],
  ['a megabyte', 'x'.repeat(1024 * 1024)],
  ['a number', 42],
  ['an object', { v: 1 }],
  ['a list', [1]],
  ['true', true],
];

function valueRows(os: Os, retryUnansweredMatch: boolean): [string, Cell][] {
  return VALUES.flatMap(([name, value]): [string, Cell][] => [
    [
      `the record is ${name}`,
      {
        ...usual(os),
        ...unread,
        config: { retryUnansweredMatch },
        storage: () => customStorage(diskWithRecord(value as string), {}),
      },
    ],
    [
      `the events are ${name}`,
      {
        ...usual(os),
        config: { retryUnansweredMatch },
        storage: () =>
          customStorage(
            damageEvents(new Map(), () => value as string),
            {}
          ),
      },
    ],
  ]);
}

/** The host app clears everything, ours too, at the n-th operation. */
function clearedRows(os: Os, retryUnansweredMatch: boolean): [string, Cell][] {
  function storage(nth: number): LinkStorage {
    const items = new Map<string, string>();
    let operations = 0;
    const counted =
      <T extends unknown[], R>(operation: (...args: T) => R) =>
      (...args: T) => {
        if (operations++ === nth) items.clear();
        return operation(...args);
      };
    const { getItem, setItem, removeItem } = customStorage(items, {});
    return {
      getItem: counted(getItem),
      setItem: counted(setItem),
      removeItem: counted((key) => removeItem?.(key)),
    };
  }
  return Array.from({ length: 10 }, (_, nth): [string, Cell] => [
    `all is cleared before operation ${nth}`,
    { ...usual(os), config: { retryUnansweredMatch }, storage: () => storage(nth) },
  ]);
}

const cells = (['ios', 'android'] as const).flatMap((os) =>
  [false, true].flatMap((retry) =>
    [...operationRows(os, retry), ...valueRows(os, retry), ...clearedRows(os, retry)].map(
      ([name, cell]) => [os, retry ? 'with a retry' : 'without a retry', name, cell] as const
    )
  )
);

test.each(cells)('%s, %s: %s', async (_os, _retry, _name, cell) => {
  await checkCell(cell);
});

test.each([
  ['its own JSON', (text: string) => JSON.parse(text) as unknown],
  ['a list of one', (text: string) => [text]],
])('a storage that turns texts into %s matches once all the same', async (_, convert) => {
  const service = linkServer();
  const items = new Map<string, string>();
  const storage = customStorage(items, {
    getItem: (key: string) => (items.has(key) ? convert(items.get(key) as string) : null),
  });
  const device = createDevice();
  for (let launch = 0; launch < 3; launch++) {
    await device.launch({ config: { storage } });
    await device.wait(100);
  }
  expect(service.to('match-link')).toHaveLength(1);
});

test(`${cells.length} cells`, () => {
  expect(cells.length).toBeGreaterThan(200);
});
