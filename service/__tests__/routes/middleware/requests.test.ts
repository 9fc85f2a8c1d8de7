import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCode } from '../../support/errorCode.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

const endpoints = ['/api/link/match-link', '/api/link/resolve-short', '/api/link/events', '/api/link/create'];

onOneDatabase('requests', (opened) => {
  for (const path of endpoints) {
    test(`${path} refuses a wrong key, a missing key and an unknown app`, async () => {
      const shop = await openShop(opened.database);
      const refused = async (headers: Record<string, string>) => {
        const response = await shop.callAsApp(path, { body: {}, headers });
        return [response.status, errorCode(await response.json())];
      };
      assert.deepEqual(await refused({ authorization: 'Bearer pk_wrong' }), [401, 'key_wrong']);
      assert.deepEqual(await refused({ authorization: '' }), [401, 'key_missing']);
      assert.deepEqual(await refused({ authorization: 'Basic abc' }), [401, 'key_missing']);
      assert.deepEqual(await refused({ 'x-app-id': 'nobody' }), [401, 'key_wrong']);
      assert.deepEqual(await refused({ 'x-app-id': '' }), [401, 'key_wrong']);
    });

    test(`${path} refuses a secret key, so that nobody ships one in an app`, async () => {
      const shop = await openShop(opened.database);
      const headers = { authorization: `Bearer ${shop.app.secretKey}` };
      const response = await shop.callAsApp(path, { body: {}, headers });
      const { error } = (await response.json()) as { error: { code: string; message: string } };
      assert.deepEqual([response.status, error.code], [403, 'publishable_key_required']);
      assert.match(error.message, /pk_…/);
    });

    test(`${path} refuses the key of another app`, async () => {
      const shop = await openShop(opened.database);
      const other = await openShop(opened.database);
      const headers = { authorization: `Bearer ${other.app.publishableKey}` };
      assert.equal((await shop.callAsApp(path, { body: {}, headers })).status, 401);
    });

    test(`${path} answers malformed JSON with 400`, async () => {
      const shop = await openShop(opened.database);
      for (const body of ['{"a":', '', 'nonsense']) {
        const response = await shop.callAsApp(path, { method: 'POST', body });
        assert.equal(response.status, 400);
        assert.equal(errorCode(await response.json()), 'malformed_json');
      }
    });

    test(`${path} answers JSON that is no object with 400`, async () => {
      const shop = await openShop(opened.database);
      for (const body of ['[]', 'null', '3', '"text"']) {
        const response = await shop.callAsApp(path, { body });
        assert.equal(response.status, 400);
        assert.equal(errorCode(await response.json()), 'invalid_request');
      }
    });

    test(`${path} refuses a body over 256 KiB`, async () => {
      const shop = await openShop(opened.database);
      const send = (bytes: number) => shop.callAsApp(path, { body: `{}${' '.repeat(bytes - 2)}` });
      const response = await send(256 * 1024 + 1);
      assert.equal(response.status, 413);
      assert.equal(errorCode(await response.json()), 'body_too_large');
      assert.notEqual((await send(256 * 1024)).status, 413);
    });

    test(`${path} takes JSON only`, async () => {
      const shop = await openShop(opened.database);
      const headers = { 'content-type': 'text/plain' };
      const response = await shop.callAsApp(path, { body: '{}', headers });
      assert.equal(response.status, 415);
      assert.equal(errorCode(await response.json()), 'not_json');
    });

    test(`${path} answers the preflight of a browser on another port`, async () => {
      const shop = await openShop(opened.database);
      const response = await shop.call(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:8081',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-app-id,x-sdk,x-install-id',
        },
      });
      assert.equal(response.status, 204);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.match(response.headers.get('access-control-allow-methods') ?? '', /POST/);
      const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
      for (const header of ['authorization', 'content-type', 'x-app-id', 'x-sdk', 'x-install-id']) {
        assert.ok(allowed.includes(header), header);
      }
    });
  }

  test('an answer to another origin, refusals too, can be read there', async () => {
    const shop = await openShop(opened.database);
    const headers = { origin: 'http://localhost:8081', authorization: 'Bearer pk_wrong' };
    const response = await shop.callAsApp('/api/link/match-link', { body: {}, headers });
    assert.equal(response.status, 401);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
  });

  test('a schema violation names every field', async () => {
    const shop = await openShop(opened.database);
    const response = await shop.callAsApp('/api/link/match-link', {
      body: { platform: 7, screenWidth: 'wide', locale: [{ languageTag: 1 }] },
    });
    assert.equal(response.status, 400);
    const { error } = (await response.json()) as { error: { fields: { name: string }[] } };
    assert.deepEqual(
      error.fields.map(({ name }) => name),
      ['platform', 'screenWidth', 'locale.0.languageTag']
    );
  });

  test('the character NUL, which the database can’t keep, is a schema violation', async () => {
    const shop = await openShop(opened.database);
    assert.equal((await shop.match({ clickId: 'a\0b' })).status, 400);
  });

  test('unknown fields are ignored', async () => {
    const shop = await openShop(opened.database);
    assert.equal((await shop.match({ futureField: { deep: true } })).status, 404);
  });

  for (const path of ['/api/links', '/api/clicks', '/api/events']) {
    test(`${path} takes the secret key, not the one that ships in the app`, async () => {
      const shop = await openShop(opened.database);
      assert.equal((await shop.callAsOwner(path)).status, 200);
      const response = await shop.callAsApp(path);
      assert.equal(response.status, 403);
      assert.equal(errorCode(await response.json()), 'secret_key_required');
      assert.equal((await shop.call(path)).status, 401);
    });
  }

  test('a fault of ours is a logged 500 that gives nothing away', async () => {
    const logged: unknown[] = [];
    const shop = await openShop(opened.database, {
      log: (level, message) => level === 'error' && logged.push(message),
      visitorFacts: () => {
        throw new Error('a secret');
      },
    });
    const response = await shop.call(`/${shop.codes.summer}`);
    assert.equal(response.status, 500);
    assert.ok(!(await response.text()).includes('a secret'));
    assert.equal(logged.length, 1);
  });

  test('a wait that the driver gave up is blamed on the database only if this instance had time to notice an answer', async () => {
    const faults = [
      [new Error('Query read timeout'), 'This instance is too busy to read the database’s answers'],
      [
        new Error('timeout exceeded when trying to connect'),
        'This instance is too busy to read the database’s answers',
      ],
      [Object.assign(new Error('statement timeout'), { code: '57014' }), 'The database did not answer'],
      [new Error('Connection terminated unexpectedly'), 'The database did not answer'],
    ] as const;
    for (const [error, whenBusy] of faults) {
      for (const isBusy of [true, false]) {
        const logged: unknown[] = [];
        const shop = await openShop(opened.database, {
          isOverloaded: () => isBusy,
          log: (level, message) => level === 'warn' && logged.push(message),
          visitorFacts: () => {
            throw new Error('Failed query', { cause: error });
          },
        });
        const response = await shop.call(`/${shop.codes.summer}`);
        assert.equal(response.status, 503);
        const isBlamed = !isBusy || whenBusy === 'The database did not answer';
        assert.equal(errorCode(await response.json()), isBlamed ? 'unavailable' : 'busy');
        assert.deepEqual(logged, [isBusy ? whenBusy : 'The database did not answer']);
      }
    }
  });

  test('a path that only the app knows is a page for people, and JSON for programs', async () => {
    const shop = await openShop(opened.database);
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    for (const path of ['/', '/product/42?ref=mail']) {
      const page = await shop.call(path, { headers: { accept } });
      assert.equal(page.status, 404);
      assert.match(await page.text(), /<h1 dir="auto">This link leads nowhere/);
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.equal(errorCode(await (await shop.call(path)).json()), 'not_found');
    }
    for (const path of ['/api/nothing', '/.well-known/nothing']) {
      assert.equal(errorCode(await (await shop.call(path, { headers: { accept } })).json()), 'not_found');
    }
  });

  test('a link that can’t be opened right now is a page for people, and JSON for programs', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const visitorFacts = () => {
      throw Object.assign(new Error('the disk is full'), { code: '53100' });
    };
    for (const [status, code, options] of [
      [503, 'unavailable', { visitorFacts }],
      [429, 'too_many_requests', { rateLimit: { burst: 0, perSecond: 0.5 } }],
    ] as const) {
      const shop = await openShop(opened.database, options);
      const path = `/${shop.codes.summer}?ref=mail`;
      const page = await shop.call(path, { headers: { accept } });
      assert.equal(page.status, status);
      assert.equal(page.headers.get('retry-after'), '2');
      assert.match(await page.text(), /<a class="button primary" href="">Try again<\/a>/);
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.equal(errorCode(await (await shop.call(path)).json()), code);
      const api = await shop.call('/api/whoami', { headers: { accept } });
      assert.match(api.headers.get('content-type') ?? '', /json/);
    }
  });

  test('an unknown path under /api is a 404 in JSON', async () => {
    const shop = await openShop(opened.database);
    const response = await shop.call('/api/nothing');
    assert.equal(response.status, 404);
    assert.equal(errorCode(await response.json()), 'not_found');
  });
});
