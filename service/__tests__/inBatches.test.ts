import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBatches } from '../src/operations/inBatches.ts';

function deferred() {
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, resolve: () => settle?.resolve(), reject: (error: Error) => settle?.reject(error) };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

test('rows that come during a write go together with the next', async () => {
  const writes: { rows: number[]; done: ReturnType<typeof deferred> }[] = [];
  const write = inBatches<number>(3, (rows) => {
    const done = deferred();
    writes.push({ rows, done });
    return done.promise;
  });
  const written: number[] = [];
  const add = (row: number) => write(row).then(() => written.push(row));
  const first = add(1);
  await turn();
  const rest = [2, 3, 4, 5].map(add);
  await turn();
  assert.deepEqual(
    writes.map(({ rows }) => rows),
    [[1]]
  );
  writes[0]?.done.resolve();
  await first;
  await turn();
  assert.deepEqual(writes[1]?.rows, [2, 3, 4]);
  assert.deepEqual(written, [1]);
  writes[1]?.done.resolve();
  await turn();
  writes[2]?.done.resolve();
  await Promise.all(rest);
  assert.deepEqual(writes[2]?.rows, [5]);
});

test('a write that fails, fails for its own rows and for no other', async () => {
  let isBroken = true;
  const write = inBatches<number>(10, () => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve()));
  await assert.rejects(write(1), /no/);
  isBroken = false;
  await write(2);
});
