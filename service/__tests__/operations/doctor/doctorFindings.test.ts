import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, mock, test } from 'node:test';
import { doctor } from '../../../src/bin/doctor.ts';
import { readEnvironment } from '../../../src/config/readEnvironment.ts';
import { startService, type StartOptions } from '../../../src/server/startService.ts';
import { expectMemory, openInMemory } from '../../support/openMemory.ts';

const TOKEN = 'token-for-these-tests';

const HOST = 'go.example.com';

const SHA256 = Array.from({ length: 32 }, () => 'AB').join(':');

/** What stands between the world and the service: it may change the request on its way. */
type Proxy = (request: { path: string; headers: Headers; claimed: Headers }) => Response | undefined;

describe('doctor, by way of a proxy,', () => {
  // The folder has the lock, by which doctor finds the service, and no files of the database.
  let folder = '';
  after(expectMemory());
  beforeEach(async () => {
    process.exitCode = 0;
    folder = await mkdtemp(join(tmpdir(), 'deferred-link-doctor-'));
  });
  afterEach(async () => {
    mock.restoreAll();
    process.exitCode = 0;
    await rm(folder, { recursive: true, force: true });
  });

  /** Examines an app on a host whose DNS leads to the service, by way of the proxy. */
  const fetchHost: StartOptions['fetchHost'] = (url, init) => fetch(url, { ...init, redirect: 'manual' });

  async function examine(
    proxy: Proxy,
    options: StartOptions = {},
    change: (call: (path: string, init?: RequestInit) => Promise<Response>) => Promise<string | undefined> = () =>
      Promise.resolve(undefined)
  ): Promise<{ text: string; exitCode: unknown }> {
    const started = await openInMemory(() =>
      startService({ port: 0, database: { folder }, adminToken: TOKEN, fetchHost, ...options })
    );
    assert.ok(started.kind === 'started');
    const direct = globalThis.fetch;
    const lines: string[] = [];
    try {
      const call = (path: string, init: RequestInit = {}) =>
        direct(`${started.url}${path}`, {
          ...init,
          headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        });
      const app = {
        id: 'my-app',
        name: 'My App',
        hosts: [HOST],
        iosAppId: 'TEAMID1234.com.example.app',
        appStoreId: '1',
      };
      const added = await call('/api/apps', { method: 'POST', body: JSON.stringify(app) });
      const { publishableKey } = (await added.json()) as { publishableKey: string };
      const key = (await change(call)) ?? publishableKey;
      mock.method(globalThis, 'fetch', (url: string, init: RequestInit = {}) => {
        if (!url.startsWith(`https://${HOST}/`)) return direct(url, init);
        const path = url.slice(`https://${HOST}`.length);
        const headers = new Headers(init.headers);
        headers.set('x-forwarded-for', '198.51.100.1');
        const claimed = new Headers(headers);
        headers.set('x-forwarded-host', HOST);
        headers.set('x-forwarded-proto', 'https');
        const answer = proxy({ path, headers, claimed });
        return answer ? Promise.resolve(answer) : direct(`${started.url}${path}`, { ...init, headers });
      });
      mock.method(console, 'log', (line: string) => lines.push(line));
      const environment = readEnvironment({ DATA_FOLDER: folder, ADMIN_TOKEN: TOKEN });
      assert.ok(environment.kind === 'read');
      await doctor(environment.settings, { app: 'my-app', 'publishable-key': key });
      return { text: lines.join('\n'), exitCode: process.exitCode };
    } finally {
      mock.restoreAll();
      await started.close();
    }
  }

  const trusting: StartOptions = { trustedProxies: { kind: 'hops', count: 1 } };
  const pass: Proxy = () => undefined;

  test('finds nothing wrong where nothing is', async () => {
    const { text, exitCode } = await examine(pass, trusting);
    assert.ok(!text.includes('✗'), text);
    assert.equal(exitCode, 0);
    for (const good of [
      'the service’s clock and the database’s agree',
      'the key works',
      'the app has a secret key',
      `${HOST}: the association file for iOS`,
      `${HOST}: the proxy forwards the visitor’s address`,
      `${HOST}: the proxy forwards the host`,
    ]) {
      assert.ok(text.includes(`✓ ${good}`), good);
    }
  });

  test('asks for a second Android certificate, unless there is none', async () => {
    const withCertificates =
      (change: object) => async (call: (path: string, init?: RequestInit) => Promise<Response>) => {
        const body = JSON.stringify({ androidPackage: 'com.example.app', ...change });
        assert.equal((await call('/api/apps/my-app', { method: 'PATCH', body })).status, 200);
        return undefined;
      };
    const other = SHA256.replace(/^../, '00');
    const one = await examine(pass, trusting, withCertificates({ androidSha256: [SHA256] }));
    assert.match(one.text, /\? only one certificate of the Android app: .*\n +Set both, .* --android-certificates one/);
    for (const change of [
      { androidSha256: [SHA256, other] },
      { androidSha256: [SHA256], androidCertificates: 'one' },
    ]) {
      const { text } = await examine(pass, trusting, withCertificates(change));
      assert.match(text, /✓ Android app: com\.example\.app/);
    }
  });

  test('doesn’t examine a host that no DNS knows', async () => {
    const { text } = await examine(pass, trusting, async (call) => {
      const body = JSON.stringify({ hosts: ['shop.example'] });
      assert.equal((await call('/api/apps/my-app', { method: 'PATCH', body })).status, 200);
      return undefined;
    });
    assert.match(text, /\? shop\.example: not checked, because nobody can own this name/);
    assert.ok(!text.includes('shop.example: the association file'), text);
  });

  test('sees a proxy whose word is not trusted', async () => {
    const { text, exitCode } = await examine(pass);
    assert.match(text, /✗ go\.example\.com: everybody seems to come from 127\.0\.0\.1\n +Set TRUSTED_PROXIES/);
    assert.match(text, /✗ go\.example\.com: the service sees the host 127\.0\.0\.1/);
    assert.equal(exitCode, 1);
  });

  test('sees a proxy that lets visitors choose host and protocol', async () => {
    const { text, exitCode } = await examine(({ path, headers, claimed }) => {
      if (path !== '/api/whoami') return undefined;
      for (const name of ['x-forwarded-host', 'x-forwarded-proto']) headers.set(name, claimed.get(name) ?? '');
      return undefined;
    }, trusting);
    assert.match(text, /✗ go\.example\.com: visitors can fake the host\n +.*PROXY_HOST_HEADER=host/);
    assert.match(text, /✗ go\.example\.com: links begin with http:/);
    assert.equal(exitCode, 1);
  });

  test('sees a proxy that passes another host on', async () => {
    const { text } = await examine(({ headers }) => {
      headers.set('x-forwarded-host', 'backend.internal');
      return undefined;
    }, trusting);
    assert.match(text, /✗ go\.example\.com: the service sees the host backend\.internal/);
    assert.match(text, /✗ go\.example\.com: the association file for iOS answers with 404/);
  });

  test('sees an association file that is redirected, or answered by something else', async () => {
    const redirected = await examine(
      ({ path }) => (path.startsWith('/.well-known') ? Response.redirect('https://www.example.com/', 301) : undefined),
      trusting
    );
    assert.match(redirected.text, /✗ go\.example\.com: the association file for iOS is redirected/);
  });

  test('sees a page where the association file should be', async () => {
    const page = () => new Response('<p>Welcome</p>', { headers: { 'content-type': 'text/html' } });
    const { text } = await examine(({ path }) => (path.startsWith('/.well-known') ? page() : undefined), trusting);
    assert.match(text, /✗ go\.example\.com: the association file for iOS is not JSON/);
  });

  test('sees association files that are older than the app’s paths', async () => {
    const files: Record<string, unknown> = {
      '/.well-known/apple-app-site-association': {
        applinks: { details: [{ appIDs: ['TEAMID1234.com.example.app'], components: [{ '/': '/?*' }] }] },
      },
      '/.well-known/assetlinks.json': [
        { target: { package_name: 'com.example.app', sha256_cert_fingerprints: [SHA256] } },
      ],
    };
    const stale = ({ path }: { path: string }) => (files[path] ? Response.json(files[path]) : undefined);
    const withPaths = async (call: (path: string, init?: RequestInit) => Promise<Response>) => {
      const body = { pathLinks: 'on', androidPackage: 'com.example.app', androidSha256: [SHA256] };
      await call('/api/apps/my-app', { method: 'PATCH', body: JSON.stringify(body) });
      return undefined;
    };
    const { text } = await examine(stale, trusting, withPaths);
    assert.match(text, /✗ go\.example\.com: the association file for iOS has different paths than the app/);
    assert.match(text, /✗ go\.example\.com: the association file for Android has different paths than the app/);
    const fresh = await examine(pass, trusting, withPaths);
    assert.match(fresh.text, /✓ go\.example\.com: the association file for iOS\n/);
    assert.match(fresh.text, /✓ go\.example\.com: the association file for Android\n/);
  });

  test('repeats nothing of what a stranger on the host says, and takes no nonsense for the service', async () => {
    const seen = { address: '198.51.100.1', host: HOST, protocol: 'https' };
    for (const body of [
      JSON.stringify({ ...seen, host: 'x\u001b[2J' }),
      JSON.stringify({ ...seen, address: '127.0.0.1\u001b[2J' }),
      JSON.stringify({ ...seen, protocol: 'ftp\u001b[2J' }),
      '{"\u001b[2J',
      'null',
    ]) {
      const stranger = () => new Response(body, { headers: { 'content-type': 'application/json' } });
      const { text } = await examine(({ path }) => (path === '/api/whoami' ? stranger() : undefined), trusting);
      assert.match(text, /\? go\.example\.com: what the proxy forwards \(200\)\n +Another service answers/);
      assert.ok(!text.includes('\u001b'));
    }
  });

  test('sees a clock that is wrong', async () => {
    const { text } = await examine(pass, { ...trusting, clock: () => Date.now() - 246 * 24 * 60 * 60_000 });
    assert.match(
      text,
      /✗ the service’s clock and the database’s are 246 days apart\n +Synchronize both clocks with NTP/
    );
  });

  test('sees that a key is refused, and that the app has none left of a kind', async () => {
    const { text } = await examine(pass, trusting, async (call) => {
      const { keys } = (await (await call('/api/keys?app=my-app')).json()) as { keys: { id: string; kind: string }[] };
      for (const { id } of keys.filter(({ kind }) => kind === 'publishable')) {
        assert.equal((await call(`/api/keys/${id}`, { method: 'DELETE' })).status, 204);
      }
      return undefined;
    });
    assert.match(text, /✗ the app has no valid publishable key\n +Add one: keys add --app my-app --kind publishable/);
    assert.match(text, /✓ the app has a secret key/);
    assert.match(text, /✗ the key is refused \(401\)/);
  });
});
