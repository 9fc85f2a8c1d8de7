import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createService } from '../../src/routes/createService.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { ensureAdminToken } from '../../src/operations/adminToken.ts';
import { onEmptyPostgres } from '../support/onEachDatabase.ts';
import { fillFolder } from '../support/openMemory.ts';
import { openShop } from '../support/openShop.ts';
import { iphone, pixel } from '../support/phones.ts';

describe('a folder', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'matching-service-'));
    await fillFolder(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('a restart keeps links, clicks and claims', async () => {
    const first = await openDatabase({ folder });
    const shop = await openShop(first);
    const claimed = await shop.click(shop.codes.sneaker, pixel);
    const open = await shop.click(shop.codes.summer, iphone);
    await shop.match({ clickId: claimed });
    await first.close();

    const second = await openDatabase({ folder });
    try {
      const service = createService({ database: second, clock: () => shop.clock.now });
      const send = (path: string, body: object) =>
        service.request(path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${shop.app.publishableKey}`,
            'x-app-id': shop.app.id,
          },
          body: JSON.stringify(body),
        });
      assert.equal((await send('/api/link/match-link', { clickId: claimed })).status, 404);
      assert.equal((await send('/api/link/match-link', { clickId: open })).status, 200);

      const resolved = await send('/api/link/resolve-short', { url: `${shop.origin}/${shop.codes.summer}` });
      assert.deepEqual(await resolved.json(), { link: shop.destinations.summer });
    } finally {
      await second.close();
    }
  });

  test('nobody else on the machine can get at the files, whoever made the folder', async () => {
    const files = join(folder, 'pglite');
    const modeOf = async () => ((await stat(files)).mode & 0o777).toString(8);
    await (await openDatabase({ folder })).close();
    assert.equal(await modeOf(), '700');
    await chmod(files, 0o755);
    await (await openDatabase({ folder })).close();
    assert.equal(await modeOf(), '700');
  });

  test('a folder in use is refused with a reason, and free again once closed', async () => {
    const first = await openDatabase({ folder });
    try {
      await assert.rejects(openDatabase({ folder }), /is in use by process \d+/);
    } finally {
      await first.close();
    }
    const second = await openDatabase({ folder });
    await second.close();
  });
});

test('a database that can’t be reached is a one-line reason', async () => {
  await assert.rejects(
    openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' }),
    /^Error: The database can't be prepared: .*ECONNREFUSED.*$/
  );
});

onEmptyPostgres('instances that share a database', (url) => {
  test('start at once on an empty database, and one of them makes the tables and the token', async () => {
    const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url: url() })));
    try {
      const tokens = await Promise.all(databases.map(({ queries }) => ensureAdminToken(queries)));
      assert.equal(tokens.filter(({ token }) => token !== null).length, 1);
      assert.equal(new Set(tokens.map(({ hash }) => hash)).size, 1);
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });

  for (const way of ['click id', 'fingerprint'] as const) {
    test(`of 200 requests by ${way} spread over two instances exactly one gets the click`, async () => {
      const databases = await Promise.all([openDatabase({ url: url() }), openDatabase({ url: url() })]);
      try {
        const shop = await openShop(databases[0]);
        const clickId = await shop.click(shop.codes.sneaker, iphone);
        const body = JSON.stringify(way === 'click id' ? { clickId } : iphone.fingerprint);
        const noLimit = { burst: 1_000, perSecond: 1_000 };
        const services = databases.map((database) =>
          createService({ database, clock: () => shop.clock.now, rateLimit: noLimit })
        );
        const requests = Array.from({ length: 100 }, () =>
          services.map((service) =>
            service.request(
              '/api/link/match-link',
              {
                method: 'POST',
                headers: {
                  'content-type': 'application/json',
                  authorization: `Bearer ${shop.app.publishableKey}`,
                  'x-app-id': shop.app.id,
                },
                body,
              },
              { address: iphone.address }
            )
          )
        ).flat();
        const statuses = (await Promise.all(requests)).map(({ status }) => status);
        assert.equal(statuses.filter((status) => status === 200).length, 1);
        assert.equal(statuses.filter((status) => status === 404).length, 199);
      } finally {
        await Promise.all(databases.map((database) => database.close()));
      }
    });
  }
});
