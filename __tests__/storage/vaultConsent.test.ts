import fc from 'fast-check';
import type { Consent } from '../../src/types';
import { createVaultBench } from '../support/createVaultBench';

const RUNS = Number(process.env.FC_RUNS ?? 150);

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How one job of storage ends: at once, after some time, after it was given up, not at all, or done and yet failed. */
const ending = fc.oneof(
  { weight: 4, arbitrary: fc.constant('done' as const) },
  { weight: 1, arbitrary: fc.constantFrom('failed', 'slow', 'verySlow', 'never', 'doneAndFailed') }
);

const key = fc.constantFrom('install' as const, 'events' as const);

const step = fc.oneof(
  fc.record({ consent: fc.constantFrom<Consent>('granted', 'granted', 'pending', 'denied') }),
  fc.record({ keep: key, isLarge: fc.boolean() }),
  fc.record({ read: key }),
  fc.record({ act: fc.constantFrom('check', 'clear') }),
  fc.record({ ms: fc.constantFrom(0, 500, 1300, 6000) })
);

const history = fc.record({
  endings: fc.array(ending, { minLength: 4, maxLength: 30 }),
  steps: fc.array(step, { minLength: 1, maxLength: 15 }),
});

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

async function live({ endings, steps }: History) {
  const wrong: string[] = [];
  let consent: Consent = 'pending';
  let wasDenied = false;
  let isHealthy = false;
  let jobs = 0;
  /** What the last `keep` of each key asked for, unless a denial came after it. */
  const wanted: Record<string, string> = {};
  const kept: string[] = [];

  /** Keys with a write that never ends: no other one begins in this process, except a wipe. */
  const stuck = new Set<string>();

  const operate = async <T>(name: string, key: string, run: () => T): Promise<T> => {
    const isAllowed = consent === 'granted' || (name === 'remove' && wasDenied);
    if (!isAllowed) wrong.push(`${name} while consent is ${consent}`);
    const end = isHealthy ? 'done' : endings[jobs++ % endings.length];
    if (end === 'failed') throw new Error('SQLITE_BUSY');
    if (end === 'slow') await later(1200);
    if (end === 'verySlow') await later(5600);
    if (end === 'never' && name !== 'read') stuck.add(key.replace(/.*:/, ''));
    if (end === 'never') await new Promise(() => {});
    const result = run();
    if (end === 'doneAndFailed') throw new Error('SQLITE_BUSY');
    return result;
  };
  const bench = createVaultBench();
  const { disk, vault } = bench;
  Object.assign(bench.working, {
    read: (name: string) => operate('read', name, () => disk.get(name) ?? null),
    write: (name: string, value: string) => operate('write', name, () => void disk.set(name, value)),
    remove: (name: string) => operate('remove', name, () => void disk.delete(name)),
  });

  for (const next of steps) {
    if ('consent' in next) {
      consent = next.consent;
      vault.setConsent(consent);
      if (consent === 'denied') {
        wasDenied = true;
        kept.length = 0;
        wanted.install = wanted.events = '';
      }
    } else if ('keep' in next) {
      const text = `${next.keep} ${kept.length} ${next.isLarge ? 'x'.repeat(40_000) : ''}`;
      // After a denial nothing may be kept until the next grant.
      if (consent === 'granted' || !wasDenied) {
        kept.push(text);
        wanted[next.keep] = text;
      }
      void vault.keep(next.keep, () => text);
    } else if ('read' in next) {
      void vault.read(next.read).then((answer) => {
        if (answer.ok && consent !== 'granted') wrong.push(`an answer while consent is ${consent}`);
        if (answer.ok && answer.value && wasDenied && !kept.includes(answer.value))
          wrong.push('what was denied is back');
      });
      // An answer is on its way for a moment, in which consent may change.
      await Promise.resolve().then(() => {});
    } else if ('act' in next) {
      if (next.act === 'check') vault.check();
      else disk.clear();
    } else await bench.wait(next.ms);
  }

  isHealthy = true;
  await bench.wait(12_000);
  vault.check();
  await bench.wait(12_000);
  for (const name of ['install', 'events']) {
    const held = bench.held(name) ?? '';
    if (consent === 'granted' && !stuck.has(name) && wanted[name] !== undefined && held !== wanted[name])
      wrong.push(`${name} holds something else than it should`);
    if (consent !== 'granted' && wasDenied && held && !kept.includes(held)) wrong.push(`${name} outlives the denial`);
  }
  return wrong;
}

test('whatever storage and the person do, nothing is read or stored without consent, and what is kept is stored', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (past) => {
      expect(await live(past)).toEqual([]);
    }),
    { numRuns: RUNS }
  );
});
