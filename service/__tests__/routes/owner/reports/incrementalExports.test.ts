import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { readBackup, restoreBackup } from '../../../../src/operations/backup.ts';
import { createService } from '../../../../src/routes/createService.ts';
import { rowsOf } from '../../../../src/storage/base/query.ts';
import { onEachDatabase } from '../../../support/onEachDatabase.ts';
import { readerOf, readLines, readNow, type Kind, type Line } from '../../../support/readExports.ts';
import { openMemory } from '../../../support/openMemory.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone, pixel } from '../../../support/phones.ts';

async function send(shop: Shop, installId: string, ...ids: string[]): Promise<void> {
  const timestamp = new Date(shop.clock.now).toISOString();
  const events = ids.map((id) => ({ id, name: 'login', timestamp, data: { note: `of ${id} \0` } }));
  const body = { installId, sentAt: timestamp, events };
  assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 200);
}

const ids = (lines: readonly Line[]) => lines.map(({ id }) => id);

/** What a warehouse has after these lines. */
function load(loaded: Map<string, Line>, lines: readonly Line[]): void {
  for (const line of lines) {
    if (line.deleted) loaded.delete(line.row ?? '');
    else loaded.set(line.row ?? '', line);
  }
}

onEachDatabase('an incremental export', (opened) => {
  const read = readerOf(opened);

  test('has clicks, events and installs in the order of their arrival, each once, and then only what is new', async () => {
    const shop = await openShop(opened.database);
    const first = await shop.click(shop.codes.summer, iphone);
    const second = await shop.click(shop.codes.sneaker, pixel);
    await shop.match({ clickId: first }, undefined, 'phone');
    await send(shop, 'phone', 'b', 'a');
    await send(shop, 'phone', 'a', 'c');

    const clicks = await read(shop, 'clicks');
    assert.deepEqual(ids(clicks.lines), [first, second]);
    const events = await read(shop, 'events');
    assert.deepEqual(ids(events.lines), ['b', 'a', 'c']);
    assert.equal(new Set(events.lines.map(({ row }) => row)).size, 3);
    const installs = await read(shop, 'installs');
    const at = new Date(shop.clock.now).toISOString();
    assert.deepEqual(installs.lines, [
      {
        ...{ row: installs.lines[0]?.row, id: 'phone', link: shop.codes.summer, route: null, query: null },
        ...{ campaign: null, source: null, medium: null, clickId: first, matchedBy: 'clickId', confidence: 1 },
        ...{ matchedAt: at, clickedAt: at },
      },
    ]);
    assert.deepEqual(events.lines[0], {
      ...{ row: events.lines[0]?.row, id: 'b', name: 'login', data: { note: 'of b \0' }, installId: 'phone' },
      ...{ platform: null, timestamp: at, receivedAt: at, occurredAt: at, userId: null, link: shop.codes.summer },
      ...{ amount: null, currency: null, renewalOf: null },
    });

    assert.deepEqual(await read(shop, 'events', events.cursor), { lines: [], cursor: events.cursor });
    await send(shop, 'phone', 'd');
    assert.deepEqual(ids((await read(shop, 'events', events.cursor)).lines), ['d']);
    const text = JSON.stringify(clicks.lines);
    assert.ok(!text.includes(iphone.address) && !text.includes('Mozilla'));
  });

  test('of another app is not read, and its cursor is of no use', async () => {
    const [shop, other] = [await openShop(opened.database), await openShop(opened.database)];
    await send(shop, 'phone', 'a');
    await send(other, 'phone', 'b');
    const { lines, cursor } = await read(shop, 'events');
    assert.deepEqual(ids(lines), ['a']);
    const answer = await other.callAsOwner(`/api/export/events.ndjson?since=${cursor}`);
    assert.equal(answer.status, 410);
    assert.equal((await shop.callAsApp('/api/export/events.ndjson')).status, 403);
    const reader = await shop.addKey({ kind: 'secret', scope: 'read' });
    const headers = { authorization: `Bearer ${reader.secret}`, 'x-app-id': shop.app.id };
    assert.equal((await shop.call('/api/export/events.ndjson', { headers })).status, 403);
  });

  test('refuses a cursor of another export, and what is none', async () => {
    const shop = await openShop(opened.database);
    const { cursor } = await read(shop, 'clicks');
    for (const since of [cursor, 'nonsense', btoa('[]'), btoa('["events","x","1","0","1"]'), 'x'.repeat(10_000)]) {
      assert.equal((await shop.callAsOwner(`/api/export/events.ndjson?since=${since}`)).status, 400, since);
    }
  });

  test('is compressed for whoever accepts that', async () => {
    const shop = await openShop(opened.database);
    await send(shop, 'phone', 'a');
    const ask = (accepted: string) =>
      shop.callAsOwner('/api/export/events.ndjson', { headers: { 'accept-encoding': accepted } });
    const packed = await ask('deflate, gzip;q=0.8');
    assert.equal(packed.headers.get('content-encoding'), 'gzip');
    const text = await new Response(packed.body?.pipeThrough(new DecompressionStream('gzip'))).text();
    assert.deepEqual(ids(readLines(text)), ['a', undefined]);
    for (const accepted of ['', 'br', 'gzip;q=0', 'identity']) {
      const plain = await ask(accepted);
      assert.equal(plain.headers.get('content-encoding'), null, accepted);
      assert.match(plain.headers.get('vary') ?? '', /accept-encoding/i);
      assert.equal(await plain.text(), text);
    }
  });

  test('says after every thousand lines where to go on, however many rows one transaction stored', async () => {
    const shop = await openShop(opened.database);
    await opened.database.queries.execute(sql`
      INSERT INTO events (app_id, id, position, install_id, name, logged_at, received_at, occurred_at)
      SELECT ${shop.app.id}, 'event ' || n, n, 'phone', 'login', now(), now(), now() FROM generate_series(1, 2500) AS n`);
    const response = await shop.callAsOwner('/api/export/events.ndjson');
    const lines = readLines(await response.text());
    const cursors = lines.flatMap(({ cursor }, place) => (cursor === undefined ? [] : [place]));
    assert.deepEqual(cursors, [1_000, 2_001, 2_502]);
    const rest = await read(shop, 'events', lines[1_000]?.cursor);
    assert.deepEqual(
      rest.lines,
      lines.slice(1_001).filter(({ cursor }) => cursor === undefined)
    );
  });

  test('names what is deleted by nothing but its row, and nothing else of the person is left', async () => {
    const shop = await openShop(opened.database);
    const installId = randomUUID();
    const clickId = await shop.click(shop.codes.summer, iphone);
    const strangers = await shop.click(shop.codes.summer, pixel);
    await shop.match({ clickId }, undefined, installId);
    await send(shop, installId, 'secret-1', 'secret-2');
    await send(shop, 'stranger', 'other');
    const kinds: Kind[] = ['clicks', 'events', 'installs'];
    const before = await Promise.all(kinds.map((kind) => read(shop, kind)));
    await shop.forget(`/api/installs/${installId}`);

    const [clicks, events, installs] = await Promise.all(
      kinds.map(async (kind, place) => {
        const loaded = new Map<string, Line>();
        load(loaded, before[place]?.lines ?? []);
        const { lines } = await read(shop, kind, before[place]?.cursor);
        for (const line of lines) if (line.deleted) assert.deepEqual(Object.keys(line), ['row', 'deleted']);
        load(loaded, lines);
        // Whoever loads everything again has the same.
        const again = new Map<string, Line>();
        load(again, (await read(shop, kind)).lines);
        assert.deepEqual(again, loaded);
        return [...loaded.values()];
      })
    );
    assert.deepEqual([ids(events ?? []), ids(installs ?? [])], [['other'], []]);
    assert.equal(clicks?.length, 2, 'The link keeps its clicks.');
    assert.ok(ids(clicks ?? []).includes(strangers) && !ids(clicks ?? []).includes(clickId));

    const tables = rowsOf<{ name: string }>(
      await opened.database.queries.execute(
        sql`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`
      )
    );
    for (const { name } of tables) {
      const dump = JSON.stringify(
        rowsOf(await opened.database.queries.execute(sql`SELECT to_json(t) FROM ${sql.identifier(name)} AS t`))
      );
      for (const text of [installId, clickId, 'secret-1']) assert.ok(!dump.includes(text), `${name} has ${text}`);
    }
  });

  test('drops what a phone sent when a server sends it again, and clicks of a link that its maker takes along', async () => {
    const shop = await openShop(opened.database);
    await send(shop, 'phone', 'order');
    const { lines: sent, cursor } = await read(shop, 'events');
    const timestamp = new Date(shop.clock.now).toISOString();
    const body = { events: [{ id: 'order', installId: 'phone', name: 'purchase', timestamp }] };
    await shop.callAsOwner('/api/events', { body });
    const { lines } = await read(shop, 'events', cursor);
    assert.deepEqual(ids(lines), ['order', undefined]);
    assert.deepEqual(lines[1], { row: sent[0]?.row, deleted: true });

    const shared = await shop.callAsApp('/api/link/create', {
      body: { route: '/product/1' },
      headers: { 'x-install-id': 'maker' },
    });
    const { url } = (await shared.json()) as { url: string };
    await shop.click(url.split('/').at(-1) ?? '', iphone);
    const clicked = await read(shop, 'clicks');
    assert.equal(clicked.lines.length, 1);
    await shop.forget('/api/installs/maker');
    assert.deepEqual((await read(shop, 'clicks', clicked.cursor)).lines, [
      { row: clicked.lines[0]?.row, deleted: true },
    ]);
  });

  test('of files of an earlier time, put back behind its back, is refused with a cursor from later', async () => {
    const shop = await openShop(opened.database);
    await send(shop, 'phone', 'a');
    const { cursor } = await read(shop, 'events');
    const place = JSON.parse(decodeURIComponent(atob(cursor))) as string[];
    const later = [...place.slice(0, 2), String(Number(place[2]) + 1e9), ...place.slice(3)];
    const since = btoa(encodeURIComponent(JSON.stringify(later))).replaceAll('=', '');
    for (const [each, status] of [
      [cursor, 200],
      [since, 410],
      [cursor, 410],
    ] as const) {
      assert.equal((await shop.callAsOwner(`/api/export/events.ndjson?since=${each}`)).status, status);
    }
    assert.deepEqual(ids((await read(shop, 'events')).lines), ['a']);
  });

  test('of a database whose rows came from a server with higher numbers has them, and what comes next', async () => {
    const shop = await openShop(opened.database);
    await send(shop, 'phone', 'a');
    const { cursor } = await read(shop, 'events');
    // As after a restore by other means, or on the server that an app was moved to.
    await opened.database.queries.execute(
      sql`UPDATE events SET arrived = arrived + 1000000000 WHERE app_id = ${shop.app.id}`
    );
    await opened.database.queries.execute(sql`UPDATE arrivals SET place = 'elsewhere' WHERE app_id = ${shop.app.id}`);
    assert.equal((await shop.callAsOwner(`/api/export/events.ndjson?since=${cursor}`)).status, 410);
    const all = await read(shop, 'events');
    assert.deepEqual(ids(all.lines), ['a']);
    await send(shop, 'phone', 'b');
    assert.deepEqual(ids((await read(shop, 'events', all.cursor)).lines), ['b']);
  });
});

test('an incremental export after a restore begins again: an old cursor is refused, and everything is there', async () => {
  const backedUp = await openMemory();
  const shop = await openShop(backedUp);
  await send(shop, 'phone', 'a');
  await send(shop, 'phone', 'b');
  const { cursor } = await readNow(shop, 'events');
  const restored = await openMemory();
  try {
    await restored.queries.execute(sql`DELETE FROM settings`);
    await restoreBackup(
      restored.queries,
      readBackup(backedUp.queries, new Date(), () => {}),
      () => {}
    );
    const service = createService({ database: restored, clock: () => shop.clock.now });
    const ask = (path: string) =>
      service.request(`${shop.origin}${path}`, {
        headers: { authorization: `Bearer ${shop.app.secretKey}`, 'x-app-id': shop.app.id },
      });
    const gone = await ask(`/api/export/events.ndjson?since=${cursor}`);
    assert.equal(gone.status, 410);
    const { error } = (await gone.json()) as { error: { code: string; message: string } };
    assert.equal(error.code, 'cursor_gone');
    assert.match(error.message, /load everything again without since/);
    assert.deepEqual(ids(readLines(await (await ask('/api/export/events.ndjson')).text())), ['a', 'b', undefined]);
  } finally {
    await restored.close();
    await backedUp.close();
  }
});
