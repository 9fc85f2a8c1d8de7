import { checkCell, linkBy, type Cell } from '../../support/checkCell';
import { fail, type Os } from '../../support/faultRows';
import { never } from '../../support/linkServer';

type GlobalName = 'fetch' | 'AbortController';

/** What stands in for a global; a getter may throw. */
type Fault = [name: string, stand: PropertyDescriptor, cell: Cell];

const OSES: Os[] = ['ios', 'android'];

/** Checks the cell while globals are not what they should be. */
async function checkWithGlobals(faults: Partial<Record<GlobalName, PropertyDescriptor>>, cell: Cell) {
  const originals = Object.keys(faults).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const
  );
  try {
    for (const [name, stand] of Object.entries(faults)) {
      // Jest walks over all that it can see.
      Object.defineProperty(globalThis, name, { configurable: true, enumerable: false, ...stand });
    }
    await checkCell(cell);
  } finally {
    for (const [name, original] of originals) if (original) Object.defineProperty(globalThis, name, original);
  }
}

/** The service is never reached, as `fetch` is not what it was. */
const unreached = (cell: Partial<Cell>): Cell => ({ matches: 0, isMute: true, shows: null, ...cell });
const broken = unreached({ errors: 1 });
const hanging = unreached({ errors: 1, at: 5000 });
const foundByFetch = unreached({ shows: 'fetch' });

const LINK = { link: linkBy('fetch') };
const answer = (response: unknown) => ({ value: () => Promise.resolve(response) });
const throwing = (name: string, response: object) =>
  answer(Object.defineProperty({ ...response }, name, { get: fail }));

/** A response as good as any. */
const whole = {
  ok: true,
  status: 200,
  headers: new Headers(),
  text: () => Promise.resolve(JSON.stringify(LINK)),
  json: () => Promise.resolve(LINK),
};

const fetchFaults: Fault[] = [
  ['is missing', { value: undefined }, broken],
  ['throws', { value: fail }, broken],
  ['rejects with what has no text', { value: () => Promise.reject(Object.create(null) as Error) }, broken],
  ['hangs', { value: never }, hanging],
  ['answers with nothing', answer(undefined), broken],
  ['answers with null', answer(null), broken],
  [
    'answers twice',
    { value: () => ({ then: (done: (r: unknown) => void) => [done(whole), done(null)] }) },
    foundByFetch,
  ],
  ['answers with a promise that throws', { value: () => ({ then: fail }) }, broken],
  ['answers without a promise', { value: () => whole }, foundByFetch],
  ['answers without a status', answer({ ...whole, status: undefined }), foundByFetch],
  ['answers with a status of a wrong type', answer({ ...whole, status: '200' }), foundByFetch],
  ['answers with a status that throws', throwing('status', whole), broken],
  ['answers with nothing but json', answer({ json: whole.json }), foundByFetch],
  ['answers with nothing but text', answer({ text: whole.text }), foundByFetch],
  ['answers with a text of a wrong type, and json', answer({ ...whole, text: () => undefined }), foundByFetch],
  ['answers that it is not ok, without a status', answer({ ok: false, json: whole.json }), broken],
  ['answers with no body', answer({ ok: true }), unreached({})],
  ['answers with a body that throws', answer({ ...whole, text: fail }), broken],
  ['answers with a text that is no method', answer({ ...whole, text: 42 }), broken],
  ['answers with a body that rejects', answer({ ...whole, text: () => Promise.reject(new Error('cut')) }), broken],
  ['answers with a body that hangs', answer({ ...whole, text: never }), hanging],
  ['answers with a body of a wrong type', answer({ status: 200, text: () => 42 }), unreached({})],
  ['answers with json that throws', answer({ ok: true, json: fail }), broken],
  ['answers with json of nothing', answer({ ok: true, json: () => undefined }), unreached({})],
  ['answers without headers', answer({ ...whole, headers: undefined }), foundByFetch],
  ['answers with headers that lie', answer({ ...whole, headers: { get: () => ({}) } }), foundByFetch],
  ['answers with plain headers', answer({ ...whole, headers: { 'retry-after': 7 } }), foundByFetch],
];

const cells = OSES.flatMap((os) => fetchFaults.map(([name, stand, cell]) => [os, name, stand, cell] as const));

test.each(cells)('%s: fetch %s', async (os, _name, stand, cell) => {
  await checkWithGlobals({ fetch: stand }, { ...cell, device: { ...cell.device, os } });
});

test('the console has no assert, which React Native’s AbortController calls', async () => {
  class Controller extends AbortController {
    override abort() {
      fail();
    }
  }
  await checkWithGlobals({ fetch: { value: never }, AbortController: { value: Controller } }, hanging);
});

test('there is no AbortController', () => checkWithGlobals({ AbortController: { value: undefined } }, broken));

test('the console throws', async () => {
  jest.spyOn(console, 'error').mockImplementation(fail);
  await checkCell({ answers: { 'match-link': 500 }, shows: null });
  expect(console.error).toHaveBeenCalledTimes(1);
});

const count = cells.length + 3;

test(`${count} cells`, () => {
  expect(count).toBeGreaterThan(50);
});
