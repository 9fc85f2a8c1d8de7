import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readEnvironment, VARIABLES } from '../../src/config/readEnvironment.ts';
import { readNetworks } from '../../src/values/networks.ts';

test('the environment has defaults', () => {
  const outcome = readEnvironment({ PORT: '', PUBLIC_URL: '' });
  assert.ok(outcome.kind === 'read');
  const { start, logLevel, drainMs } = outcome.settings;
  assert.equal(drainMs, 5_000);
  assert.equal(logLevel, 'info');
  assert.equal(start.host, '127.0.0.1');
  assert.equal(start.port, 8787);
  assert.deepEqual(start.database, { url: undefined, folder: 'data', poolSize: 10 });
  assert.equal(start.publicUrl, undefined);
  assert.equal(start.retentionDays, 400);
  assert.deepEqual(start.rateLimit, { perSecond: 20, burst: 300 });
  assert.deepEqual(start.appRateLimit, { perSecond: 2_000, burst: 20_000 });
});

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const names = VARIABLES.map(({ name }) => name);
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort();

test('compose.yaml passes every variable on that it doesn’t set itself, and .env.example names them', () => {
  const ofFile = ['HOST', 'PORT', 'DATABASE_URL', 'DATA_FOLDER', 'ADMIN_TOKEN', 'SECRETS_KEY'];
  const others = names.filter((name) => !ofFile.includes(name)).sort();
  assert.deepEqual(namesIn(read('compose.yaml'), /^ {6}([A-Z_]+): \$\{\1:-/gm), others);
  assert.deepEqual(namesIn(read('.env.example'), /^#([A-Z_]+)=/gm), others);
});

test('every variable is read, and changes something', () => {
  const variables = {
    HOST: '0.0.0.0',
    PORT: '80',
    DATABASE_URL: 'postgresql://user:secret@db/links',
    DATA_FOLDER: '/var/data',
    PUBLIC_URL: 'https://go.example.com',
    ADMIN_TOKEN: '0123456789abcdef',
    METRICS_TOKEN: 'fedcba9876543210',
    TRUSTED_PROXIES: '2',
    PROXY_HOST_HEADER: 'host',
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    WEBHOOK_ALLOW: '192.0.2.7',
    COUNTRY_HEADER: 'CF-IPCountry',
    GEOIP_FILE: '/var/country.mmdb',
    MATCH_WINDOW: '90m',
    MIN_CONFIDENCE: '0.95',
    RETENTION_DAYS: '30',
    POOL_SIZE: '20',
    LIMIT_PER_NETWORK: '40',
    LIMIT_PER_APP: '500',
    MAX_EVENTS_PER_DAY: '1000000',
    DRAIN_SECONDS: '10',
    LOG_LEVEL: 'debug',
  };
  assert.deepEqual(Object.keys(variables).sort(), [...names].sort());
  const outcome = readEnvironment(variables);
  assert.ok(outcome.kind === 'read');
  assert.deepEqual(outcome.settings, {
    start: {
      host: '0.0.0.0',
      port: 80,
      database: { url: 'postgresql://user:secret@db/links', folder: '/var/data', poolSize: 20 },
      publicUrl: 'https://go.example.com',
      adminToken: '0123456789abcdef',
      metricsToken: 'fedcba9876543210',
      trustedProxies: { kind: 'hops', count: 2 },
      hostHeader: 'host',
      secretsKeys: [new Uint8Array(32).fill(1)],
      webhookNetworks: readNetworks('192.0.2.7'),
      countryHeader: 'CF-IPCountry',
      geoIpFile: '/var/country.mmdb',
      matchWindowMs: 90 * 60_000,
      minConfidence: 0.95,
      rateLimit: { perSecond: 40, burst: 600 },
      appRateLimit: { perSecond: 500, burst: 5_000 },
      maxEventsPerDay: 1_000_000,
      retentionDays: 30,
    },
    logLevel: 'debug',
    drainMs: 10_000,
  });
  for (const name of names) {
    assert.notDeepEqual(readEnvironment({ ...variables, [name]: '' }), outcome, `${name} changes nothing.`);
  }
});

test('every mistake is named at once, and no secret is repeated', () => {
  const outcome = readEnvironment({
    HOST: 'a b',
    PORT: '70000',
    DATABASE_URL: 'mysql://user:hunter2@db',
    PUBLIC_URL: 'mailto:ana@example.com',
    ADMIN_TOKEN: 'short-secret',
    TRUSTED_PROXIES: 'yes',
    SECRETS_KEY: 'c2hvcnQtc2VjcmV0',
    WEBHOOK_ALLOW: 'intern',
    MATCH_WINDOW: '0h',
    MIN_CONFIDENCE: '2',
    RETENTION_DAYS: '-1',
    POOL_SIZE: '1',
    LIMIT_PER_NETWORK: '0',
    LIMIT_PER_APP: 'many',
    DRAIN_SECONDS: '5s',
    LOG_LEVEL: 'loud',
  });
  assert.ok(outcome.kind === 'invalid');
  const lines = outcome.reason.split('\n');
  assert.deepEqual(
    lines.map((line) => line.split(' ')[0]),
    [
      'HOST',
      'PORT',
      'DATABASE_URL',
      'PUBLIC_URL',
      'ADMIN_TOKEN',
      'TRUSTED_PROXIES',
      'SECRETS_KEY',
      'WEBHOOK_ALLOW',
      'MATCH_WINDOW',
      'MIN_CONFIDENCE',
      'RETENTION_DAYS',
      'POOL_SIZE',
      'LIMIT_PER_NETWORK',
      'LIMIT_PER_APP',
      'DRAIN_SECONDS',
      'LOG_LEVEL',
    ]
  );
  assert.ok(!/hunter2|short-secret|c2hvcnQ/.test(outcome.reason));
  assert.equal(lines[1], 'PORT is "70000"; it must be a whole number from 0 to 65535.');
});

for (const [name, value] of [
  ['PORT', 'abc'],
  ['PORT', '1e3'],
  ['PUBLIC_URL', 'shop.test'],
  ['PUBLIC_URL', 'https://shop.test/path'],
  ['PUBLIC_URL', 'https://user@shop.test'],
  ['COUNTRY_HEADER', 'CF-IPCountry'],
  ['TRUSTED_PROXIES', '8787'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '1,2'],
  ['TRUSTED_PROXIES', '10.1/16'],
  ['MATCH_WINDOW', '91d'],
  ['MATCH_WINDOW', '999999d'],
] as const) {
  test(`${name}=${value} is refused`, () => {
    const outcome = readEnvironment({ [name]: value });
    assert.ok(outcome.kind === 'invalid' && outcome.reason.startsWith(`${name} is ${JSON.stringify(value)}; it must`));
  });
}

for (const [name, value] of [
  ['PORT', '65535'],
  ['MATCH_WINDOW', '90d'],
  ['MIN_CONFIDENCE', '0.5'],
  ['MIN_CONFIDENCE', '1'],
] as const) {
  test(`${name}=${value}, at its limit, is taken`, () => {
    assert.equal(readEnvironment({ [name]: value }).kind, 'read');
  });
}

test('an admin token that no header can carry is refused', () => {
  const outcome = readEnvironment({ ADMIN_TOKEN: 'größer-als-sechzehn-zeichen' });
  assert.ok(outcome.kind === 'invalid' && outcome.reason.startsWith('ADMIN_TOKEN must'));
});

test('blanks around the number of proxies and a slash behind the public address change nothing', () => {
  const outcome = readEnvironment({ TRUSTED_PROXIES: ' 1 ', PUBLIC_URL: 'https://Go.example.com/ ' });
  assert.ok(outcome.kind === 'read');
  assert.deepEqual(outcome.settings.start.trustedProxies, { kind: 'hops', count: 1 });
  assert.equal(outcome.settings.start.publicUrl, 'https://go.example.com');
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deferred-link-secrets-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  test('is read without the line break at its end', () => {
    const outcome = readEnvironment({
      ADMIN_TOKEN_FILE: file('token', '0123456789abcdef\n'),
      DATABASE_URL_FILE: file('url', 'postgres://links:secret@postgres/links\n'),
    });
    assert.ok(outcome.kind === 'read');
    assert.equal(outcome.settings.start.adminToken, '0123456789abcdef');
    assert.equal(outcome.settings.start.database.url, 'postgres://links:secret@postgres/links');
  });

  test('that can’t be read, is empty or is set twice is named, and none falls back to PGlite', () => {
    const outcome = readEnvironment({
      ADMIN_TOKEN: '0123456789abcdef',
      ADMIN_TOKEN_FILE: file('second', 'fedcba9876543210'),
      DATABASE_URL_FILE: join(folder, 'missing'),
    });
    assert.ok(outcome.kind === 'invalid');
    const [twice, missing] = outcome.reason.split('\n');
    assert.equal(twice, 'ADMIN_TOKEN and ADMIN_TOKEN_FILE are both set; set only one.');
    assert.match(missing ?? '', /^DATABASE_URL_FILE is ".*missing"; it can’t be read: ENOENT/);
    const empty = readEnvironment({ DATABASE_URL_FILE: file('empty', '\n') });
    assert.ok(empty.kind === 'invalid' && empty.reason.startsWith('DATABASE_URL must be a connection string'));
    assert.doesNotMatch(outcome.reason, /fedcba/);
  });
});
