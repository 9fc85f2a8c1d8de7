import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createService } from '../../../src/routes/createService.ts';
import type { ServiceApp } from '../../../src/routes/ServiceEnv.ts';
import { readDashboard } from '../../../src/server/readDashboard.ts';
import type { Database } from '../../../src/storage/base/Database.ts';
import { openMemory } from '../../support/openMemory.ts';

const PAGE = `<!doctype html><title>Dashboard</title>${'<p>words</p>'.repeat(50)}`;
const SCRIPT = 'console.log(1);\n'.repeat(50);

describe('the dashboard', () => {
  let folder = '';
  let database: Database | undefined;
  let service: ServiceApp;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deferred-link-dashboard-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), PAGE);
    await writeFile(join(folder, 'favicon.svg'), '<svg/>');
    await writeFile(join(folder, 'assets', 'index-1a2b.js'), SCRIPT);
    database = await openMemory();
    service = createService({ database, dashboard: await readDashboard(folder) });
  });
  after(async () => {
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    service.request(`http://127.0.0.1${path}`, { method, headers });

  test('is one page at every address below /dashboard that is no file', async () => {
    for (const path of ['/dashboard', '/dashboard/', '/dashboard/links/summer?app=my-app']) {
      const answer = await ask(path);
      assert.equal(answer.status, 200, path);
      assert.equal(await answer.text(), PAGE);
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
    }
    for (const path of ['/dashboards', '/dashboardx/links']) assert.equal((await ask(path)).status, 404, path);
    assert.equal((await ask('/dashboard', {}, 'POST')).status, 405);
  });

  test('keeps assets for good, and has no page in place of one that is gone', async () => {
    const script = await ask('/dashboard/assets/index-1a2b.js');
    assert.equal(await script.text(), SCRIPT);
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.match(script.headers.get('cache-control') ?? '', /immutable/);
    const icon = await ask('/dashboard/favicon.svg');
    assert.equal(icon.headers.get('content-type'), 'image/svg+xml; charset=utf-8');
    assert.equal(icon.headers.get('cache-control'), 'no-cache');
    const gone = await ask('/dashboard/assets/index-gone.js');
    assert.equal(gone.status, 404);
    assert.equal(gone.headers.get('cache-control'), 'no-store');
  });

  test('is compressed for those who take it', async () => {
    for (const accepted of ['gzip', 'br, gzip;q=0.8', 'deflate,GZIP', '*']) {
      const answer = await ask('/dashboard/assets/index-1a2b.js', { 'accept-encoding': accepted });
      assert.equal(answer.headers.get('content-encoding'), 'gzip', accepted);
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
      assert.equal(gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString(), SCRIPT);
    }
    for (const accepted of ['br', 'gzip;q=0', 'gzip; q=0.0, br', 'xgzip']) {
      const answer = await ask('/dashboard/assets/index-1a2b.js', { 'accept-encoding': accepted });
      assert.equal(answer.headers.get('content-encoding'), null, accepted);
      assert.equal(await answer.text(), SCRIPT);
    }
    const icon = await ask('/dashboard/favicon.svg', { 'accept-encoding': 'gzip' });
    assert.equal(await icon.text(), '<svg/>');
  });

  test('is not sent again to who has it', async () => {
    const plain = (await ask('/dashboard')).headers.get('etag') ?? '';
    const zipped = (await ask('/dashboard', { 'accept-encoding': 'gzip' })).headers.get('etag') ?? '';
    assert.notEqual(plain, zipped);
    const again = await ask('/dashboard', { 'if-none-match': `"x", ${plain}` });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
    assert.equal((await ask('/dashboard', { 'if-none-match': zipped })).status, 200);
    // A proxy that compresses by itself marks the tag as weak.
    assert.equal((await ask('/dashboard', { 'if-none-match': `W/${plain}` })).status, 304);
  });

  test('lets nothing in from elsewhere, and nobody frame it', async () => {
    for (const path of ['/dashboard', '/dashboard/assets/index-1a2b.js', '/dashboard/assets/gone.js']) {
      const { headers } = await ask(path);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]) {
        assert.ok(policy.includes(part), `${path}: ${part}`);
      }
      assert.ok(!/unsafe|data:|nonce|\*|http/.test(policy), policy);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    }
  });

  test('that was not built says how to build it', async () => {
    assert.ok(database);
    const dashboard = await readDashboard(join(folder, 'nowhere'));
    assert.equal(dashboard, undefined);
    const answer = await createService({ database, dashboard }).request('http://127.0.0.1/dashboard/links');
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /npm run build/);
  });
});
