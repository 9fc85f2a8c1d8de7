import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

const SHA256 = Array.from({ length: 32 }, () => 'AB').join(':');

interface AddedApp {
  app: { id: string };
  publishableKey: string;
  secretKey: string;
}

onOneDatabase('administration', (opened) => {
  async function addApp(extra: object = {}) {
    const shop = await openShop(opened.database);
    const id = `app-${randomUUID()}`;
    const response = await shop.callAsAdmin('/api/apps', { body: { id, name: 'My App', ...extra } });
    assert.equal(response.status, 201);
    return { shop, id, added: (await response.json()) as AddedApp };
  }

  test('an app is added, and its keys work at once', async () => {
    const { shop, id, added } = await addApp({ hosts: ['go.example.com'] });
    assert.match(added.publishableKey, /^pk_[\w-]{32}$/);
    assert.match(added.secretKey, /^sk_[\w-]{32}$/);
    const as = (key: string) => ({ authorization: `Bearer ${key}`, 'x-app-id': id });
    const created = await shop.call('/api/links', {
      body: { code: 'x', destination: '/x' },
      headers: as(added.secretKey),
    });
    assert.equal(((await created.json()) as { shortUrl: string }).shortUrl, 'https://go.example.com/x');
    const resolved = await shop.call('/api/link/resolve-short', {
      body: { url: 'https://go.example.com/x' },
      headers: as(added.publishableKey),
    });
    assert.equal(resolved.status, 200);
  });

  test('no secret key is in the database or in a list, and a publishable key is in the list', async () => {
    const { shop, id, added } = await addApp();
    const list = await (await shop.callAsAdmin(`/api/keys?app=${id}`)).text();
    assert.ok(list.includes(added.publishableKey));
    assert.ok(!list.includes(added.secretKey));
    const result = await opened.database.queries.execute(
      sql`SELECT count(*)::int AS found FROM keys WHERE row_to_json(keys)::text LIKE ${`%${added.secretKey}%`}`
    );
    assert.equal(rowsOf<{ found: number }>(result)[0]?.found, 0);
  });

  test('a secret key has a scope, and a publishable key has none', async () => {
    const shop = await openShop(opened.database);
    const add = (wanted: object) => shop.callAsAdmin('/api/keys', { body: { app: shop.app.id, ...wanted } });
    const scopeOf = async (wanted: object) => ((await (await add(wanted)).json()) as { scope: string | null }).scope;
    assert.equal(await scopeOf({ kind: 'secret' }), 'all');
    assert.equal(await scopeOf({ kind: 'secret', scope: 'read' }), 'read');
    assert.equal(await scopeOf({ kind: 'publishable' }), null);
    assert.equal((await add({ kind: 'publishable', scope: 'read' })).status, 400);
    assert.equal((await add({ kind: 'secret', scope: 'admin' })).status, 400);
  });

  test('keys are rotated without a gap', async () => {
    const { shop, id, added } = await addApp();
    const works = async (key: string) => {
      const headers = { authorization: `Bearer ${key}`, 'x-app-id': id };
      return (await shop.call('/api/links', { headers })).status;
    };
    const response = await shop.callAsAdmin('/api/keys', { body: { app: id, kind: 'secret' } });
    assert.equal(response.status, 201);
    const fresh = (await response.json()) as { id: string; secret: string };
    assert.equal(await works(added.secretKey), 200);
    assert.equal(await works(fresh.secret), 200);

    const { keys } = (await (await shop.callAsAdmin(`/api/keys?app=${id}`)).json()) as {
      keys: { id: string; kind: string; hint: string }[];
    };
    assert.equal(keys.length, 3);
    const old = keys.find(
      ({ hint }) => added.secretKey.startsWith(hint.slice(0, 6)) && added.secretKey.endsWith(hint.slice(-4))
    );
    assert.equal((await shop.callAsAdmin(`/api/keys/${old?.id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await shop.callAsAdmin(`/api/keys/${old?.id}`, { method: 'DELETE' })).status, 404);
    assert.equal(await works(added.secretKey), 401);
    assert.equal(await works(fresh.secret), 200);
  });

  test('an app is changed in part, and a list shows it', async () => {
    const { shop, id } = await addApp({ hosts: ['Go.Example.com', 'go.example.com'], scheme: 'myapp' });
    const changed = await shop.callAsAdmin(`/api/apps/${id}`, {
      method: 'PATCH',
      body: {
        androidPackage: 'com.example.app',
        androidSha256: [SHA256.toLowerCase()],
        attributionDays: 7,
        timeZone: 'Asia/Kolkata',
        revenueFrom: 'server',
        maxAmounts: { EUR: 5_000 },
        deviceReport: 'never',
        accent: '#C2410C',
        texts: { de: { headline: 'Weiter in {app}' } },
        landing: 'direct',
        iosButton: 'go',
      },
    });
    assert.equal(changed.status, 200);
    const { createdAt, ...app } = (await (await shop.callAsAdmin(`/api/apps/${id}`)).json()) as { createdAt: string };
    assert.ok(createdAt);
    assert.deepEqual(app, {
      id,
      name: 'My App',
      hosts: ['go.example.com'],
      iosAppId: null,
      appStoreId: null,
      androidPackage: 'com.example.app',
      androidSha256: [SHA256],
      scheme: 'myapp',
      attributionDays: 7,
      timeZone: 'Asia/Kolkata',
      mainCurrency: null,
      revenueFrom: 'server',
      maxAmounts: { EUR: 5_000 },
      deviceReport: 'never',
      icon: null,
      accent: '#c2410c',
      background: null,
      texts: { de: { headline: 'Weiter in {app}' } },
      landing: 'direct',
      iosButton: 'go',
      pathLinks: 'off',
      sharedTitles: 'off',
      noLinks: [],
      quotas: {},
      androidCertificates: 'several',
      appStoreProviderId: null,
    });
    const { apps } = (await (await shop.callAsAdmin('/api/apps')).json()) as { apps: { id: string }[] };
    assert.ok(apps.some((each) => each.id === id));
    assert.equal((await shop.callAsAdmin(`/api/apps/${id}`, { method: 'PATCH', body: {} })).status, 200);
    assert.equal((await shop.callAsAdmin('/api/apps/nobody', { method: 'PATCH', body: {} })).status, 404);
  });

  test('an id that is taken is a 409, and the app keeps its keys', async () => {
    const { shop, id } = await addApp();
    const response = await shop.callAsAdmin('/api/apps', { body: { id, name: 'Another' } });
    assert.equal(response.status, 409);
    const { keys } = (await (await shop.callAsAdmin(`/api/keys?app=${id}`)).json()) as { keys: unknown[] };
    assert.equal(keys.length, 2);
  });

  test('what is wrong with an app is named, field by field', async () => {
    const shop = await openShop(opened.database);
    const response = await shop.callAsAdmin('/api/apps', {
      body: {
        id: 'My App',
        name: '',
        hosts: ['https://go.example.com', 'go.example.com/path', 'user@go.example.com'],
        iosAppId: 'com.example.app',
        appStoreId: 'id123',
        androidPackage: 'app',
        androidSha256: ['AA:BB'],
        scheme: 'javascript',
        timeZone: '+05:30',
      },
    });
    assert.equal(response.status, 400);
    const { error } = (await response.json()) as { error: { fields: { name: string }[] } };
    assert.deepEqual(
      error.fields.map(({ name }) => name),
      [
        'id',
        'name',
        'hosts.0',
        'hosts.1',
        'hosts.2',
        'iosAppId',
        'appStoreId',
        'androidPackage',
        'androidSha256.0',
        'scheme',
        'timeZone',
      ]
    );
  });

  test('nobody administers without the token', async () => {
    const shop = await openShop(opened.database);
    for (const path of ['/api/apps', '/api/keys?app=x', '/api/apps/x', '/api/whoami', '/metrics']) {
      assert.equal((await shop.call(path)).status, 401);
      assert.equal((await shop.callAsApp(path)).status, 401);
    }
    // What else an owner may read of the own app is in owners.test.ts.
    for (const path of ['/api/whoami', '/metrics']) assert.equal((await shop.callAsOwner(path)).status, 401);
    const body = { id: 'mine', name: 'Mine' };
    assert.equal((await shop.callAsOwner('/api/apps', { body })).status, 401);
    assert.equal((await shop.callAsOwner('/api/keys/x', { method: 'DELETE' })).status, 401);
  });

  test('the admin token does for an app what its secret key does', async () => {
    const shop = await openShop(opened.database);
    const headers = { 'x-app-id': shop.app.id };
    assert.equal((await shop.callAsAdmin('/api/links', { headers })).status, 200);
    assert.equal((await shop.callAsAdmin('/api/links', { headers: { 'x-app-id': 'nobody' } })).status, 403);
    assert.equal((await shop.callAsAdmin('/api/links')).status, 403);
  });

  test('nobody learns whether an app or a key exists', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const answers = await Promise.all(
      [
        { authorization: 'Bearer pk_wrong', 'x-app-id': shop.app.id },
        { authorization: `Bearer ${other.app.publishableKey}`, 'x-app-id': shop.app.id },
        { authorization: `Bearer ${other.app.publishableKey}`, 'x-app-id': 'nobody' },
        { authorization: 'Bearer pk_wrong', 'x-app-id': 'nobody' },
        { authorization: 'Bearer pk_wrong', 'x-app-id': '' },
      ].map(async (headers) => {
        const response = await shop.call('/api/link/events', { body: {}, headers });
        return [response.status, await response.text()];
      })
    );
    assert.equal(new Set(answers.map((answer) => answer.join())).size, 1);
    assert.equal(answers[0]?.[0], 401);
  });
});

onOneDatabase('association files', (opened) => {
  test('each host has those of its apps, as JSON and without a redirect', async () => {
    const shop = await openShop(opened.database, {}, { androidSha256: [SHA256] });
    const apple = await shop.call('/.well-known/apple-app-site-association');
    assert.equal(apple.status, 200);
    assert.match(apple.headers.get('content-type') ?? '', /^application\/json/);
    assert.match(apple.headers.get('cache-control') ?? '', /max-age/);
    const { applinks } = (await apple.json()) as {
      applinks: { details: { appIDs: string[]; components: { '/': string; exclude?: boolean }[] }[] };
    };
    assert.deepEqual(applinks.details[0]?.appIDs, ['TEAMID1234.test.shop']);
    const google = await shop.call('/.well-known/assetlinks.json');
    assert.deepEqual(await google.json(), [
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: { namespace: 'android_app', package_name: 'test.shop', sha256_cert_fingerprints: [SHA256] },
      },
    ]);
  });

  test('the service’s own host has those of apps without a host, too, even if another app has that host', async () => {
    const publicUrl = 'https://shared.public.test';
    const idOf = (name: string) => `TEAMID1234.${name}.${Date.now()}`;
    const [with_, without] = [idOf('with'), idOf('without')];
    await openShop(opened.database, {}, { linkHosts: [], iosAppId: without });
    const shop = await openShop(opened.database, { publicUrl }, { linkHosts: ['shared.public.test'], iosAppId: with_ });
    const caller = { address: '198.51.100.1' };
    const file = await shop.service.request(`${publicUrl}/.well-known/apple-app-site-association`, {}, caller);
    const { applinks } = (await file.json()) as { applinks: { details: { appIDs: string[] }[] } };
    const ids = applinks.details[0]?.appIDs ?? [];
    assert.deepEqual([ids.includes(with_), ids.includes(without)], [true, true]);
  });

  test('iOS opens links, and nothing else that is on the host', async () => {
    const shop = await openShop(opened.database);
    const file = await shop.call('/.well-known/apple-app-site-association');
    assert.equal(file.headers.get('vary'), 'X-Forwarded-Host');
    const { applinks } = (await file.json()) as {
      applinks: { details: { components: { '/': string; exclude?: boolean }[] }[] };
    };
    const components = applinks.details[0]?.components ?? [];
    // As Apple reads them: * is any text, ? any one character, and the first that fits decides.
    const opens = (path: string) => {
      const fits = components.find((component) =>
        new RegExp(`^${component['/'].replace(/[.]/g, '\\.').replaceAll('*', '.*').replaceAll('?', '.')}$`).test(path)
      );
      return fits !== undefined && fits.exclude !== true;
    };
    for (const path of ['/summer', '/a', '/summer/']) assert.ok(opens(path), path);
    for (const path of ['/', '/api/links', '/api', '/health', '/.well-known/assetlinks.json', '/a/b', '/dashboard/x']) {
      assert.ok(!opens(path), path);
    }
  });

  test('with path links both files name the same paths, as Google documents it', async () => {
    const shop = await openShop(
      opened.database,
      {},
      { androidSha256: [SHA256], pathLinks: 'on', noLinks: ['/blog/*'] }
    );
    const { applinks } = (await (await shop.call('/.well-known/apple-app-site-association')).json()) as {
      applinks: { details: { components: { '/': string; exclude?: boolean }[] }[] };
    };
    const components = applinks.details[0]?.components ?? [];
    assert.deepEqual(await (await shop.call('/.well-known/assetlinks.json')).json(), [
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: { namespace: 'android_app', package_name: 'test.shop', sha256_cert_fingerprints: [SHA256] },
        relation_extensions: {
          'delegate_permission/common.handle_all_urls': { dynamic_app_link_components: components },
        },
      },
    ]);
    assert.deepEqual(components.slice(-2), [{ '/': '/blog/*', exclude: true }, { '/': '*' }]);
    assert.ok(components.slice(0, -1).every(({ exclude }) => exclude === true));
    assert.ok(components.some((component) => component['/'] === '/api/*'));
  });

  test('apps on one host that open different paths have an entry each', async () => {
    const shop = await openShop(opened.database, {}, { pathLinks: 'on' });
    await openShop(opened.database, {}, { linkHosts: [shop.host], iosAppId: 'TEAMID1234.test.other' });
    const { applinks } = (await (await shop.call('/.well-known/apple-app-site-association')).json()) as {
      applinks: { details: { appIDs: string[] }[] };
    };
    assert.deepEqual(applinks.details.map(({ appIDs }) => appIDs).sort(), [
      ['TEAMID1234.test.other'],
      ['TEAMID1234.test.shop'],
    ]);
  });

  test('a host of nobody has none, and neither has one whose app lacks what they need', async () => {
    const shop = await openShop(opened.database, {}, { iosAppId: null });
    assert.equal((await shop.call('/.well-known/apple-app-site-association')).status, 404);
    assert.equal((await shop.call('/.well-known/assetlinks.json')).status, 404);
    const elsewhere = await shop.service.request('https://nobody.test/.well-known/assetlinks.json');
    assert.equal(elsewhere.status, 404);
  });
});
