import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLAIMED_ADDRESS, CLAIMED_COUNTRY, judgeProxy } from '../../../src/operations/doctor/examineHost.ts';
import { fillFolder } from '../../support/openMemory.ts';
import { callCommand, runService } from '../../support/runService.ts';

const HOST = 'go.example.com';
const right = { address: '198.51.100.1', host: HOST, protocol: 'https', country: null };
const wrongs = (host: string, seen: Parameters<typeof judgeProxy>[1], countryHeader: string | null = null) =>
  judgeProxy(host, seen, { asker: null, countryHeader }).flatMap((finding) =>
    finding.verdict === 'good' ? [] : [finding.what]
  );

test('doctor finds nothing wrong with a proxy that passes everything on', () => {
  assert.deepEqual(wrongs(HOST, right), []);
});

test('doctor tells a proxy that hides the visitor, the host or TLS', () => {
  assert.deepEqual(wrongs(HOST, { ...right, address: '127.0.0.1' }), [
    'go.example.com: everybody seems to come from 127.0.0.1',
  ]);
  assert.deepEqual(wrongs(HOST, { ...right, host: '127.0.0.1:8787' }), [
    'go.example.com: the service sees the host 127.0.0.1:8787',
  ]);
  assert.deepEqual(wrongs(HOST, { ...right, protocol: 'http' }), ['go.example.com: links begin with http://']);
});

test('doctor tells a proxy that lets visitors choose their country', () => {
  const claimed = { ...right, country: CLAIMED_COUNTRY };
  assert.deepEqual(wrongs(HOST, claimed, 'CF-IPCountry'), ['go.example.com: visitors can fake their country']);
  assert.deepEqual(wrongs(HOST, { ...right, country: 'DE' }, 'CF-IPCountry'), []);
});

test('doctor asks for no TLS on this machine', () => {
  assert.deepEqual(
    wrongs('localhost:8787', { ...right, address: '127.0.0.1', host: 'localhost:8787', protocol: 'http' }),
    []
  );
});

test('doctor tells that visitors can claim another address, where more proxies are trusted than there are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deferred-link-doctor-'));
  const environment = { PORT: '0', DATA_FOLDER: folder, TRUSTED_PROXIES: '1', COUNTRY_HEADER: 'CF-IPCountry' };
  await fillFolder(folder);
  const server = runService([], environment);
  try {
    const [, url = ''] = await server.says(/Service at (\S+)\n/);
    const { host } = new URL(url);
    await callCommand(['apps', 'add', '--id', 'my-app', '--name', 'My App', '--host', host], environment);
    const { code, text } = await callCommand(['doctor', '--app', 'my-app'], environment);
    assert.match(text, /✗ 127\.0\.0\.1:\d+: visitors can fake their IP address/);
    assert.match(text, /✗ 127\.0\.0\.1:\d+: visitors can fake their country/);
    assert.ok(!text.includes(CLAIMED_ADDRESS));
    assert.equal(code, 1);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
    await rm(folder, { recursive: true, force: true });
  }
});
