import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addApp } from '../../src/operations/apps.ts';
import { createLink } from '../../src/operations/createLink.ts';
import { createService } from '../../src/routes/createService.ts';
import type { ServiceOptions } from '../../src/routes/ServiceOptions.ts';
import type { Database } from '../../src/storage/base/Database.ts';
import type { App } from '../../src/storage/schema/tables.ts';
import { hashText } from '../../src/values/hashText.ts';
import type { Phone } from './phones.ts';

/** Out of the way of the tests that are about something else. */
const NO_LIMIT = { burst: 1_000_000, perSecond: 1_000_000 };

interface Call {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
}

/**
 * A service, and on it an app of its own with two links, so that tests share a database without
 * meeting each other.
 */
export async function openShop(
  database: Database,
  options: Partial<ServiceOptions> = {},
  appChange: Partial<App> = {}
) {
  const name = randomUUID().slice(0, 8);
  const host = `${name}.shop.test`;
  const origin = `http://${host}`;
  const keys = { publishable: `pk_${name}`, secret: `sk_${name}` };
  const stored = {
    id: `shop-${name}`,
    name: 'Test Shop',
    linkHosts: [host],
    iosAppId: 'TEAMID1234.test.shop',
    appStoreId: '42',
    androidPackage: 'test.shop',
    androidSha256: [],
    scheme: null,
    createdAt: new Date(0),
    ...appChange,
  };
  await addApp(database.queries, stored, keys);
  const app = { ...stored, publishableKey: keys.publishable, secretKey: keys.secret };
  const adminToken = `admin_${name}`;

  const clock = { now: Date.parse('2026-01-01T12:00:00Z') };
  const service = createService({
    database,
    clock: () => clock.now,
    rateLimit: NO_LIMIT,
    signInRateLimit: NO_LIMIT,
    // What a test has opened is stored, however busy the machine is.
    openWithinMs: 60_000,
    adminTokenHashes: [await hashText(adminToken)],
    ...options,
  });

  const codes = { sneaker: `sneaker-${name}`, summer: `summer-${name}` };
  const destinations = {
    sneaker: 'https://shop.test/product/42?ref=mail',
    summer: 'https://shop.test/promo/SUMMER20',
  };
  for (const key of ['sneaker', 'summer'] as const) {
    await createLink(database.queries, app, {
      code: codes[key],
      destination: destinations[key],
      createdAt: new Date(clock.now),
    });
  }

  async function call(path: string, { method, body, headers, address = '192.0.2.1' }: Call = {}) {
    const isRaw = typeof body === 'string';
    return service.request(
      `${origin}${path}`,
      {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      { address }
    );
  }

  const credentials = (key: string) => ({ authorization: `Bearer ${key}`, 'x-app-id': app.id });

  function callAsApp(path: string, call_: Call = {}) {
    return call(path, {
      ...call_,
      headers: { ...credentials(app.publishableKey), ...call_.headers },
    });
  }

  function callAsOwner(path: string, call_: Call = {}) {
    return call(path, { ...call_, headers: { ...credentials(app.secretKey), ...call_.headers } });
  }

  function callAsAdmin(path: string, call_: Call = {}) {
    return call(path, { ...call_, headers: { authorization: `Bearer ${adminToken}`, ...call_.headers } });
  }

  /** Adds a key of the app, as an admin does. */
  async function addKey(wanted: { kind: 'publishable' | 'secret'; scope?: string; label?: string }) {
    const response = await callAsAdmin('/api/keys', { body: { app: app.id, ...wanted } });
    assert.equal(response.status, 201);
    return (await response.json()) as { id: string; secret: string; hint: string };
  }

  /** Signs in, and gives what calls as the browser would, from a page of the service. */
  async function signIn(key: string) {
    const response = await call('/api/session', { body: { key }, headers: { origin } });
    assert.equal(response.status, 201);
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const callAsBrowser = (path: string, call_: Call = {}) =>
      call(path, { ...call_, headers: { cookie, origin, 'sec-fetch-site': 'same-origin', ...call_.headers } });
    return { cookie, call: callAsBrowser };
  }

  function view(code: string, phone: Phone, path = `/${code}`) {
    const headers = {
      'user-agent': phone.browser.userAgent,
      'accept-language': phone.browser.acceptLanguage,
    };
    return call(path, { address: phone.address, headers });
  }

  /** Opens the landing page; gives where it would report. */
  async function open(code: string, phone: Phone, path?: string): Promise<string> {
    const response = await view(code, phone, path);
    assert.equal(response.status, 200);
    return /data-report-url="([^"]+)"/.exec(await response.text())?.[1] ?? '';
  }

  /** Opens the landing page and lets it report, as a browser does; gives the click's id. */
  async function click(code: string, phone: Phone, path?: string): Promise<string> {
    const reportUrl = await open(code, phone, path);
    const { userAgent: _agent, acceptLanguage: _language, ...body } = phone.browser;
    assert.equal((await call(reportUrl, { body })).status, 204);
    return reportUrl.split('/')[3] ?? '';
  }

  async function match(body: object, address?: string, installId?: string) {
    const response = await callAsApp('/api/link/match-link', {
      body,
      ...(installId === undefined ? {} : { headers: { 'x-install-id': installId } }),
      ...(address === undefined ? {} : { address }),
    });
    return { status: response.status, body: await response.json() };
  }

  function matchPhone(phone: Phone, extra: object = {}, installId?: string) {
    return match({ ...phone.fingerprint, ...extra }, phone.address, installId);
  }

  /** Deletes a person, to the end: on a busy machine a request may leave some of it. Gives what was deleted. */
  async function forget(path: string): Promise<Record<string, number>> {
    const sums: Record<string, number> = {};
    for (;;) {
      const response = await callAsOwner(path, { method: 'DELETE' });
      const { left, ...deleted } = (await response.json()) as Record<string, number>;
      for (const [what, count] of Object.entries(deleted)) sums[what] = (sums[what] ?? 0) + count;
      if (response.status !== 202) {
        assert.equal(response.status, 200);
        return sums;
      }
      assert.ok(Number(left) > 0);
    }
  }

  return {
    app,
    adminToken,
    clock,
    codes,
    destinations,
    origin,
    host,
    service,
    call,
    callAsApp,
    callAsOwner,
    callAsAdmin,
    forget,
    addKey,
    signIn,
    view,
    open,
    click,
    match,
    matchPhone,
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
