import assert from 'node:assert/strict';
import { test } from 'node:test';
import ipaddr from 'ipaddr.js';
import { readCaller, readTrustedProxies, type TrustedProxies } from '../../src/flow/proxies.ts';
import { networkOf, readAddress } from '../../src/values/address.ts';
import { isLocalHost } from '../../src/values/hosts.ts';

function proxies(text: string): TrustedProxies {
  const read = readTrustedProxies(text);
  assert.ok(read);
  return read;
}

const addressOf = (trusted: string, socket: string | undefined, forwarded?: string) =>
  readCaller(new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }), socket, proxies(trusted))
    .address;

test('without proxies the socket tells, whatever the caller writes', () => {
  assert.equal(addressOf('0', '192.0.2.1', '198.51.100.1'), '192.0.2.1');
  assert.equal(addressOf('0', '::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(addressOf('0', undefined, '198.51.100.1'), null);
});

test('behind one proxy its entry counts, and not what stands before it', () => {
  assert.equal(addressOf('1', '10.0.0.1', '203.0.113.9, 198.51.100.1'), '198.51.100.1');
  assert.equal(addressOf('1', '10.0.0.1'), '10.0.0.1');
  assert.equal(addressOf('1', undefined, '198.51.100.1'), '198.51.100.1');
});

test('behind two proxies visitors differ', () => {
  assert.equal(addressOf('2', '10.0.0.1', '198.51.100.1, 10.0.0.2'), '198.51.100.1');
  assert.equal(addressOf('2', '10.0.0.1', '203.0.113.9, 198.51.100.7, 10.0.0.2'), '198.51.100.7');
});

test('a port behind the address is cut off', () => {
  assert.equal(addressOf('1', '10.0.0.1', '198.51.100.1:51234'), '198.51.100.1');
  assert.equal(addressOf('1', '10.0.0.1', '[2001:db8::1]:51234'), '2001:db8::1');
  assert.equal(addressOf('1', '10.0.0.1', '[2001:db8::1]'), '2001:db8::1');
  assert.equal(addressOf('1', '10.0.0.1', '2001:db8::1'), '2001:db8::1');
});

test('proxies at known addresses are walked through, however many', () => {
  const trusted = '10.0.0.0/8, 2001:db8:f::/48';
  assert.equal(addressOf(trusted, '10.0.0.1', '203.0.113.9, 198.51.100.1, 2001:db8:f::2, 10.9.9.9'), '198.51.100.1');
  assert.equal(addressOf(trusted, '192.0.2.1', '198.51.100.1'), '192.0.2.1');
  assert.equal(addressOf('192.0.2.1', '192.0.2.1', '198.51.100.1'), '198.51.100.1');
});

test('an entry that is no address leaves the proxy that wrote it', () => {
  assert.equal(addressOf('1', '10.0.0.1', 'unknown'), '10.0.0.1');
  assert.equal(addressOf('1', '10.0.0.1', '_hidden'), '10.0.0.1');
});

test('of thousands of made-up entries, which anybody can send, a few are read', (t) => {
  const REQUESTS = 10;
  for (const trusted of ['0', '1', '10.0.0.0/8']) {
    const read = t.mock.method(ipaddr, 'isValid');
    for (let request = 0; request < REQUESTS; request += 1) {
      addressOf(trusted, '10.0.0.1', `${'a,'.repeat(8_000)}192.0.2.1`);
    }
    assert.ok(read.mock.callCount() < 100 * REQUESTS, `${read.mock.callCount()} entries`);
    read.mock.restore();
  }
});

test('protocol and host count behind a trusted proxy only', () => {
  const headers = new Headers({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'Go.Example.com' });
  assert.deepEqual(readCaller(headers, '10.0.0.1', proxies('1')), {
    address: '10.0.0.1',
    isProxied: true,
    protocol: 'https',
    host: 'go.example.com',
  });
  assert.deepEqual(readCaller(headers, '192.0.2.1', proxies('10.0.0.0/8')), {
    address: '192.0.2.1',
    isProxied: false,
    protocol: null,
    host: null,
  });
  const nonsense = new Headers({ 'x-forwarded-proto': 'gopher', 'x-forwarded-host': 'a b' });
  assert.deepEqual(readCaller(nonsense, '10.0.0.1', proxies('1')), {
    ...{ address: '10.0.0.1', protocol: null, host: null, isProxied: true },
  });
});

test('an IPv6 network is its /64', () => {
  assert.equal(networkOf('2001:db8:1:2::10'), networkOf('2001:db8:1:2:ffff::1'));
  assert.notEqual(networkOf('2001:db8:1:2::10'), networkOf('2001:db8:1:3::10'));
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1');
  assert.equal(readAddress('nonsense'), null);
  for (const plain of ['0.0.0.0', '10.1.2.3', '99.100.199.200', '249.250.255.9'])
    assert.equal(readAddress(plain), plain);
  for (const text of ['1.2.3.256', '1.2.3.4.', '1.2.3.4.5', '1..2.3', '1.2.3.4\n'])
    assert.equal(readAddress(text), null);
  assert.equal(readAddress('010.0.0.1'), '8.0.0.1');
});

test('this machine and the network around it are told from the rest of the world', () => {
  const local = [
    'localhost:8787',
    'a.localhost',
    '127.0.0.1',
    '127.0.0.1:80',
    '0x7f.1',
    '10.2.3.4',
    '192.168.1.2:99',
    '[::1]:80',
    'fe80::1',
    'fd00::1',
  ];
  const far = [
    'go.example.com',
    '8.8.8.8',
    '2001:db8::1',
    '1.example',
    'localhost.example',
    'face',
    '10.example.com:80',
    '',
  ];
  for (const host of local) assert.equal(isLocalHost(host), true, host);
  for (const host of far) assert.equal(isLocalHost(host), false, host);
});

test('where proxies pass Host on, a visitor’s own X-Forwarded-Host is not believed', () => {
  const headers = new Headers({ 'x-forwarded-for': '198.51.100.1', 'x-forwarded-host': 'victim.test' });
  assert.equal(readCaller(headers, '127.0.0.1', proxies('1')).host, 'victim.test');
  assert.equal(readCaller(headers, '127.0.0.1', proxies('1'), 'host').host, null);
});
