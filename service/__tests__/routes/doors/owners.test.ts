import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { mock, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { listen } from '../../../src/server/listen.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { errorCode } from '../../support/errorCode.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;
type Call = Shop['call'];

interface Finding {
  verdict: 'good' | 'bad' | 'unknown';
  what: string;
  advice?: string;
}

/** As somebody with a secret key asks: by the key, and by a session of it. */
async function ownersOf(shop: Shop): Promise<[string, Call][]> {
  return [
    ['by the key', shop.callAsOwner],
    ['by a session', (await shop.signIn(shop.app.secretKey)).call],
  ];
}

async function read(answer: Promise<Response>): Promise<{ status: number; text: string }> {
  const response = await answer;
  return { status: response.status, text: await response.text() };
}

onOneDatabase('the owner of an app', (opened) => {
  const open = (...[change]: [Parameters<typeof openShop>[2]?]) => openShop(opened.database, {}, change);

  test('sees this app, and no sign of another', async () => {
    const shop = await open();
    const other = await open();
    for (const [by, call] of await ownersOf(shop)) {
      const { apps } = (await (await call('/api/apps')).json()) as { apps: { id: string }[] };
      assert.deepEqual(
        apps.map(({ id }) => id),
        [shop.app.id],
        by
      );
      const app = (await (await call(`/api/apps/${shop.app.id}`)).json()) as { hosts: string[] };
      assert.deepEqual(app.hosts, [shop.host]);
      const { keys } = (await (await call(`/api/keys?app=${shop.app.id}`)).json()) as { keys: { app: string }[] };
      assert.deepEqual(new Set(keys.map((key) => key.app)), new Set([shop.app.id]));
      assert.equal(keys.length, 2);

      const paths = [(id: string) => `/api/apps/${id}`, (id: string) => `/api/keys?app=${id}`];
      for (const path of [...paths, (id: string) => `/api/apps/${id}/doctor`]) {
        const ofOther = await read(call(path(other.app.id)));
        assert.deepEqual(ofOther, await read(call(path(`nobody-${randomUUID()}`))), `${path('')} ${by}`);
        assert.equal(ofOther.status, 404);
        assert.match(ofOther.text, /"app_unknown"/);
      }
    }
    const { apps } = (await (await shop.callAsAdmin('/api/apps')).json()) as { apps: { id: string }[] };
    for (const { id } of [shop.app, other.app]) assert.ok(apps.some((app) => app.id === id));
  });

  test('changes neither apps nor keys', async () => {
    const shop = await open();
    const before = await read(shop.callAsAdmin(`/api/apps/${shop.app.id}`));
    // Trying is a use of the key, which its list shows.
    const readKeys = async () => {
      const { text } = await read(shop.callAsAdmin(`/api/keys?app=${shop.app.id}`));
      return (JSON.parse(text) as { keys: { id: string; lastUsedAt: unknown }[] }).keys.map(
        ({ lastUsedAt, ...key }) => key
      );
    };
    const keys = await readKeys();
    const [key] = keys;
    for (const [by, call] of await ownersOf(shop)) {
      const tries = [
        call('/api/apps', { body: { id: `app-${randomUUID()}`, name: 'New' } }),
        call(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { name: 'New' } }),
        call('/api/keys', { body: { app: shop.app.id, kind: 'secret' } }),
        call(`/api/keys/${key?.id}`, { method: 'DELETE' }),
      ];
      for (const { status } of await Promise.all(tries)) assert.ok(status === 401 || status === 403, by);
    }
    assert.deepEqual(await read(shop.callAsAdmin(`/api/apps/${shop.app.id}`)), before);
    assert.deepEqual(await readKeys(), keys);
  });

  test('is nobody with another app’s id, a publishable key or a revoked one', async () => {
    const shop = await open();
    const other = await open();
    const paths = ['/api/apps', `/api/apps/${shop.app.id}`, `/api/keys?app=${shop.app.id}`];
    for (const path of [...paths, `/api/apps/${shop.app.id}/doctor`]) {
      const answers = [
        await read(shop.callAsApp(path)),
        await read(shop.callAsOwner(path, { headers: { 'x-app-id': other.app.id } })),
        await read(shop.callAsOwner(path, { headers: { 'x-app-id': 'nobody' } })),
        await read(shop.call(path, { headers: { authorization: `Bearer ${shop.app.secretKey}` } })),
      ];
      for (const answer of answers) assert.deepEqual(answer, answers[0]);
      assert.equal(answers[0]?.status, 401);
    }
    assert.equal((await shop.callAsOwner('/api/whoami')).status, 401);
    assert.equal((await shop.callAsOwner('/api/apps')).status, 200);
    const { keys } = (await (await shop.callAsOwner(`/api/keys?app=${shop.app.id}`)).json()) as {
      keys: { id: string; kind: string }[];
    };
    const key = keys.find(({ kind }) => kind === 'secret');
    assert.equal((await shop.callAsAdmin(`/api/keys/${key?.id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await shop.callAsOwner('/api/apps')).status, 401);
  });
});

onOneDatabase('doctor, by HTTP,', (opened) => {
  /** An app on hosts that answer as told; each is a port of its own. */
  async function examine(
    answers: readonly RequestListener[],
    ask: (shop: Shop) => Promise<Response> = (shop) => shop.callAsOwner(`/api/apps/${shop.app.id}/doctor`),
    prepare: (shop: Shop) => void = () => {}
  ) {
    const servers = answers.map((answer) => createServer(answer));
    try {
      const hosts: string[] = [];
      for (const server of servers) {
        const outcome = await listen(server, '127.0.0.1', 0);
        assert.ok(outcome.kind === 'listening');
        hosts.push(`127.0.0.1:${outcome.port}`);
      }
      const shop = await openShop(opened.database, {}, { linkHosts: hosts });
      prepare(shop);
      const response = await ask(shop);
      assert.equal(response.status, 200);
      const { findings } = (await response.json()) as { findings: Finding[] };
      return { shop, hosts, findings };
    } finally {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    }
  }

  test('tells an owner what is wrong, and what to do', async () => {
    const { findings, hosts } = await examine([(_request, response) => response.writeHead(404).end()]);
    const of = (verdict: string) => findings.filter((finding) => finding.verdict === verdict);
    assert.ok(of('good').some(({ what }) => what === 'the app has a secret key'));
    assert.ok(of('good').every(({ advice }) => advice === undefined));
    assert.ok(of('bad').some(({ what }) => what === `${hosts[0]}: the association file for iOS answers with 404`));
    assert.ok(of('unknown').some(({ what }) => what === `${hosts[0]}: what the proxy forwards (404)`));
    assert.ok([...of('bad'), ...of('unknown')].every(({ advice }) => (advice ?? '').length > 10));
  });

  test('shows a host nothing that would open more than a look at its own request', async () => {
    let shop: Shop | undefined;
    let token = '';
    const during: [string, number][] = [];
    const whoami = (authorization: string) => shop?.call('/api/whoami', { headers: { authorization } });
    await examine(
      [
        (request, response) => {
          void (async () => {
            const authorization = request.headers.authorization;
            if (authorization !== undefined && shop) {
              token = authorization;
              const appId = shop.app.id;
              for (const path of ['/api/links', '/api/apps', '/metrics', `/api/keys?app=${appId}`, '/api/session']) {
                const cookie = `deferred_link_session=${authorization.split(' ')[1]}`;
                for (const headers of [
                  { authorization, 'x-app-id': appId },
                  { cookie, 'x-app-id': appId },
                ]) {
                  during.push([path, (await shop.call(path, { headers })).status]);
                }
              }
              during.push(['/api/whoami', (await whoami(authorization))?.status ?? 0]);
            }
            response.writeHead(404).end();
          })();
        },
      ],
      undefined,
      (opened_) => {
        shop = opened_;
      }
    );
    assert.match(token, /^Bearer [\w-]{43}$/);
    assert.deepEqual(during.pop(), ['/api/whoami', 200]);
    assert.equal(during.length, 10);
    for (const [path, status] of during) assert.equal(status, 401, path);
    assert.equal((await whoami(token))?.status, 401);
  });

  test('leaves no session behind', async () => {
    const count = async () =>
      rowsOf<{ rows: number }>(
        await opened.database.queries.execute(sql`SELECT count(*)::int AS rows FROM sessions`)
      )[0]?.rows;
    const before = await count();
    await examine([(_request, response) => response.destroy()]);
    assert.equal(await count(), before);
  });

  test('waits for all hosts at once, and not for ever', async () => {
    const limits: number[] = [];
    const patience = new AbortController();
    let waiting = 0;
    const keepWaiting = () => {
      waiting += 1;
      if (waiting === 12) patience.abort(new DOMException('Too long', 'TimeoutError'));
    };
    // Only once the shop is there, because creating its links has time limits of its own.
    const noteLimits = () => {
      mock.method(AbortSignal, 'timeout', (ms: number) => {
        limits.push(ms);
        return patience.signal;
      });
    };
    try {
      const { findings } = await examine([keepWaiting, keepWaiting, keepWaiting, keepWaiting], undefined, noteLimits);
      assert.equal(findings.filter(({ what }) => what.includes('can’t be reached')).length, 12);
      assert.deepEqual(new Set(limits), new Set([10_000]));
    } finally {
      mock.restoreAll();
    }
  });

  test('does not read for ever what a host sends for ever', async () => {
    const MAX_BLOCKS = 2_000;
    let blocks = 0;
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const block = 'x'.repeat(64 * 1024);
      const send = () => {
        while (!response.destroyed && response.write(block)) blocks += 1;
        // Ends at last, or a service that reads all of it would never be found out.
        if (blocks > MAX_BLOCKS) response.end();
        else if (!response.destroyed) response.once('drain', send);
      };
      send();
    };
    const { findings } = await examine([endless]);
    assert.ok(findings.some(({ what }) => what.endsWith('the association file for iOS doesn’t name this app')));
    assert.ok(blocks < MAX_BLOCKS, `${blocks} blocks`);
  });

  test('believes somebody who comes from outside that the address is passed on', async () => {
    const shop = await openShop(opened.database, { trustedProxies: { kind: 'hops', count: 1 } });
    const seen = { address: '172.17.0.1', host: shop.host, protocol: 'https', country: null };
    mock.method(globalThis, 'fetch', (url: string) =>
      Promise.resolve(url.endsWith('/api/whoami') ? Response.json(seen) : new Response(null, { status: 404 }))
    );
    try {
      const ask = async (headers: Record<string, string>) => {
        const answer = await shop.callAsOwner(`/api/apps/${shop.app.id}/doctor`, { headers, address: '172.17.0.2' });
        return ((await answer.json()) as { findings: Finding[] }).findings.map(({ what }) => what);
      };
      const good = `${shop.host}: the proxy forwards the visitor’s address`;
      assert.ok((await ask({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': shop.host })).includes(good));
      for (const headers of [
        { 'x-forwarded-for': '10.0.0.7', 'x-forwarded-host': shop.host },
        { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'elsewhere.test' },
      ]) {
        assert.ok((await ask(headers)).includes(`${shop.host}: everybody seems to come from 172.17.0.1`));
      }
    } finally {
      mock.restoreAll();
    }
  });
});

onOneDatabase('what only the administration opens', (opened) => {
  test('stays closed to a wrong token, whatever X-App-ID says', async () => {
    const shop = await openShop(opened.database);
    for (const headers of [{}, { 'x-app-id': shop.app.id }, { 'x-app-id': '\u00ff' }]) {
      const answer = await shop.call('/api/apps', { headers: { authorization: 'Bearer wrong', ...headers } });
      assert.equal(answer.status, 401);
      assert.equal(errorCode(await answer.json()), 'token_wrong');
    }
  });
});
