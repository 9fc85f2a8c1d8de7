import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { createGroupCommit } from '../../src/flow/createGroupCommit.ts';
import { Busy } from '../../src/values/faults.ts';
import { onEachDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { iphone } from '../support/phones.ts';

/** A write whose end the test decides, group by group. */
function createHeldWrite() {
  const groups: { items: string[]; finish: () => void; fail: (error: unknown) => void }[] = [];
  const write = (items: string[]) =>
    new Promise<string[]>((resolve, reject) => {
      groups.push({ items, finish: () => resolve(items.map((item) => `${item} stored`)), fail: reject });
    });
  return { groups, write };
}

/** Long enough for what waits to be gathered and handed on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a group commit', () => {
  test('what arrives together is written together, as is what arrives while two groups are written', async () => {
    const { groups, write } = createHeldWrite();
    const add = createGroupCommit(write);
    const answers = ['a', 'b'].map((item) => add(item));
    await settled();
    answers.push(add('c'));
    await settled();
    answers.push(...['d', 'e', 'f'].map((item) => add(item)));
    await settled();
    const written = () => groups.map(({ items }) => items);
    assert.deepEqual(written(), [['a', 'b'], ['c']]);
    groups[0]?.finish();
    await settled();
    assert.deepEqual(written(), [['a', 'b'], ['c'], ['d', 'e', 'f']]);
    groups[1]?.finish();
    groups[2]?.finish();
    const results = ['a', 'b', 'c', 'd', 'e', 'f'].map((item) => `${item} stored`);
    assert.deepEqual(await Promise.all(answers), results);
  });

  test('no group is larger than it may be, and no more are written at once', async () => {
    const { groups, write } = createHeldWrite();
    const add = createGroupCommit(write, { mostAtOnce: 2, groupsAtOnce: 1 });
    const answers = ['a', 'b', 'c'].map((item) => add(item));
    await settled();
    assert.deepEqual(
      groups.map(({ items }) => items),
      [['a', 'b']]
    );
    groups[0]?.finish();
    await settled();
    assert.deepEqual(groups[1]?.items, ['c']);
    groups[1]?.finish();
    await Promise.all(answers);
  });

  test('no group is larger than one statement can be, but for one large item, which goes alone', async () => {
    const { groups, write } = createHeldWrite();
    const add = createGroupCommit(write, { sizeOf: (item) => Number(item) * 1_000_000, groupsAtOnce: 1 });
    const answers = ['3', '1', '1', '9', '2'].map((item) => add(item));
    const written: string[][] = [];
    for (let group = 0; group < 4; group += 1) {
      await settled();
      written.push(groups[group]?.items ?? []);
      groups[group]?.finish();
    }
    assert.deepEqual(written, [['3', '1'], ['1'], ['9'], ['2']]);
    await Promise.all(answers);
  });

  test('a group has items of one owner, and whoever sends many waits for the others’ turns', async () => {
    const { groups, write } = createHeldWrite();
    const add = createGroupCommit(write, { ownerOf: ([owner = '']) => owner, mostAtOnce: 2, groupsAtOnce: 1 });
    const answers = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((item) => add(item));
    await settled();
    const written = () => groups.map(({ items }) => items);
    assert.deepEqual(written(), [['a1', 'a2'], ['b1']]);
    groups[0]?.finish();
    await settled();
    assert.deepEqual(written().slice(2), [['c1']]);
    for (const place of [1, 2, 3]) {
      groups[place]?.finish();
      await settled();
    }
    assert.deepEqual(written().slice(3), [['a3', 'a4']]);
    await Promise.all(answers);
  });

  test('whoever fills the queue is refused, and the others are not', async () => {
    const { write } = createHeldWrite();
    const add = createGroupCommit(write, { ownerOf: ([owner = '']) => owner });
    const flood = Array.from({ length: 3_000 }, (_, index) => add(`a${index}`).then(String, (error: unknown) => error));
    const other = add('b').then(String, (error: unknown) => error);
    assert.ok((await Promise.race(flood)) instanceof Busy);
    assert.equal(await Promise.race([other, settled().then(() => 'still waiting')]), 'still waiting');
  });

  test('nobody is answered before the group is written', async () => {
    const { groups, write } = createHeldWrite();
    const add = createGroupCommit(write);
    let isAnswered = false;
    const answer = add('a').then(() => {
      isAnswered = true;
    });
    await settled();
    assert.equal(isAnswered, false);
    groups[0]?.finish();
    await answer;
  });

  test('a group that can’t be written as the database is away fails exactly its own callers', async () => {
    const { groups, write } = createHeldWrite();
    const add = createGroupCommit(write);
    const early = ['a', 'b'].map((item) => add(item));
    await settled();
    const outcomes = Promise.allSettled([...early, ...['c', 'd'].map((item) => add(item))]);
    await settled();
    groups[0]?.fail(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
    await settled();
    groups[1]?.finish();
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled', 'fulfilled']
    );
    assert.equal(groups.length, 2);
  });

  test('one item that can’t be written fails alone, wherever it stands', async () => {
    for (const poisoned of [0, 3, 6]) {
      const add = createGroupCommit(async (items: number[]) => {
        await settled();
        if (items.includes(poisoned)) throw new Error('a value that no table takes');
        return items;
      });
      const outcomes = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((item) => add(item)));
      const failed = outcomes.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []));
      assert.deepEqual(failed, [poisoned]);
    }
  });

  test('who waits for too long is told so, and is not written later', async () => {
    const { groups, write } = createHeldWrite();
    const add = createGroupCommit(write);
    const first = [add('a')];
    await settled();
    first.push(add('b'));
    await settled();
    await assert.rejects(add('late'), Busy);
    groups.forEach(({ finish }) => finish());
    await Promise.all(first);
    await settled();
    assert.equal(groups.length, 2);
  });

  test('a queue that is full takes no more', async () => {
    const { groups, write } = createHeldWrite();
    const add = createGroupCommit(write);
    const outcomes = Promise.allSettled(Array.from({ length: 2_010 }, (_, index) => add(String(index))));
    while (groups.length < 10) {
      groups.forEach(({ finish }) => finish());
      await settled();
    }
    groups.forEach(({ finish }) => finish());
    const rejected = (await outcomes).filter(({ status }) => status === 'rejected');
    assert.equal(rejected.length, 10);
  });
});

describe('a group commit that keeps what can’t be written', () => {
  const gone = () => Object.assign(new Error('gone'), { code: 'ECONNRESET' });

  /** A write that fails while `isAway`. */
  function createAway(most = 100, ownerOf: (item: string) => string = () => '') {
    const state = { isAway: true, counts: [] as number[], written: [] as string[] };
    const write = async (items: string[]) => {
      await settled();
      if (state.isAway) throw gone();
      if (items.includes('poison')) throw new Error('a value that no table takes');
      state.written.push(...items);
      return items.map((item) => `${item} stored`);
    };
    const add = createGroupCommit(write, {
      ownerOf,
      keep: { most, result: 'in memory', onCount: (count) => state.counts.push(count) },
    });
    return { state, add };
  }

  async function untilNoneIsInMemory(add: { inMemory: (owner: string) => number }, owner = ''): Promise<void> {
    while (add.inMemory(owner) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  test('answers its callers, and writes everything in order when the database is back', async () => {
    const { state, add } = createAway();
    assert.deepEqual(await Promise.all([add('a'), add('b')]), ['in memory', 'in memory']);
    assert.equal(await add('c'), 'in memory');
    assert.equal(add.inMemory(''), 3);
    state.isAway = false;
    await untilNoneIsInMemory(add);
    assert.deepEqual(state.written, ['a', 'b', 'c']);
    assert.deepEqual(state.counts, [1, 2, 3, 2, 1, 0]);
    assert.equal(await add('d'), 'd stored');
  });

  test('drops the oldest items if there are too many', async () => {
    const { state, add } = createAway(3);
    for (const item of ['a', 'b', 'c', 'd', 'e']) assert.equal(await add(item), 'in memory');
    assert.equal(add.inMemory(''), 3);
    state.isAway = false;
    await untilNoneIsInMemory(add);
    assert.deepEqual(state.written, ['c', 'd', 'e']);
  });

  test('drops those of the owner that has the most', async () => {
    const { state, add } = createAway(3, ([owner = '']) => owner);
    for (const item of ['b1', 'a1', 'a2', 'a3', 'a4']) assert.equal(await add(item), 'in memory');
    assert.deepEqual([add.inMemory('a'), add.inMemory('b'), add.inMemory('c')], [2, 1, 0]);
    state.isAway = false;
    await untilNoneIsInMemory(add, 'a');
    await untilNoneIsInMemory(add, 'b');
    assert.deepEqual(state.written.sort(), ['a3', 'a4', 'b1']);
  });

  test('doesn’t keep what can never be written', async () => {
    const { state, add } = createAway();
    assert.deepEqual(await Promise.all([add('a'), add('poison'), add('b')]), ['in memory', 'in memory', 'in memory']);
    state.isAway = false;
    await untilNoneIsInMemory(add);
    assert.deepEqual(state.written, ['a', 'b']);
    await assert.rejects(add('poison'), /no table takes/);
  });

  test('keeps nobody waiting for a database that doesn’t answer at all', async () => {
    const { groups, write } = createHeldWrite();
    const add = createGroupCommit(write, { keep: { most: 10, result: 'in memory' } });
    assert.equal(await add('a'), 'in memory');
    assert.equal(await add('b'), 'in memory');
    assert.equal(add.inMemory(''), 2);
    groups[0]?.finish();
    await settled();
    groups[1]?.finish();
    await untilNoneIsInMemory(add);
    assert.deepEqual(
      groups.map(({ items }) => items),
      [['a'], ['b']]
    );
  });
});

onEachDatabase('requests that come together', (opened) => {
  const batch = (installId: string, ids: string[]) => ({
    installId,
    sentAt: '2026-01-01T12:00:00Z',
    events: ids.map((id) => ({ id, name: 'login', timestamp: '2026-01-01T12:00:00Z' })),
  });

  test('share statements: a hundred batches of events need few', async () => {
    const shop = await openShop(opened.database);
    let statements = 0;
    const { execute } = opened.database.queries;
    opened.database.queries.execute = (query: Parameters<typeof execute>[0]) => {
      statements += 1;
      return execute.call(opened.database.queries, query);
    };
    try {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          shop.callAsApp('/api/link/events', { body: batch(`device-${index}`, [`a-${index}`, `b-${index}`]) })
        )
      );
      for (const answer of answers)
        assert.deepEqual(await answer.json(), { accepted: 2, repeated: 0, dropped: 0, rejected: 0 });
    } finally {
      opened.database.queries.execute = execute;
    }
    assert.ok(statements <= 10, `${statements} statements`);
    const stored = (await (await shop.callAsOwner('/api/events?limit=1000')).json()) as { events: unknown[] };
    assert.equal(stored.events.length, 200);
  });

  test('the same event in several of them is accepted once, and each is told its own counts', async () => {
    const shop = await openShop(opened.database);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        shop.callAsApp('/api/link/events', { body: batch('device', ['shared', `own-${index}`]) })
      )
    );
    const counts = (await Promise.all(answers.map((answer) => answer.json()))) as { accepted: number }[];
    assert.equal(counts.filter(({ accepted }) => accepted === 2).length, 1);
    assert.equal(counts.filter(({ accepted }) => accepted === 1).length, 9);
  });

  test('a batch that the table refuses is answered with 500, and its neighbours are stored', async () => {
    const shop = await openShop(opened.database);
    await opened.database.queries.execute(
      sql`ALTER TABLE events ADD CONSTRAINT no_poison CHECK (install_id <> 'poison')`
    );
    try {
      const devices = Array.from({ length: 20 }, (_, index) => (index === 13 ? 'poison' : `device-${index}`));
      const answers = await Promise.all(
        devices.map((device) => shop.callAsApp('/api/link/events', { body: batch(device, [`event of ${device}`]) }))
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        devices.map((device) => (device === 'poison' ? 500 : 200))
      );
      const stored = (await (await shop.callAsOwner('/api/events')).json()) as { events: unknown[] };
      assert.equal(stored.events.length, 19);
    } finally {
      await opened.database.queries.execute(sql`ALTER TABLE events DROP CONSTRAINT no_poison`);
    }
  });

  test('a hundred views are a hundred clicks, each stored when its page is answered', async () => {
    const shop = await openShop(opened.database);
    const views = await Promise.all(Array.from({ length: 100 }, () => shop.view(shop.codes.summer, iphone)));
    assert.deepEqual(new Set(views.map(({ status }) => status)), new Set([200]));
    const { clicks } = (await (await shop.callAsOwner('/api/clicks?limit=1000')).json()) as { clicks: unknown[] };
    assert.equal(clicks.length, 100);
  });
});
