import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInNetworks, isPublicAddress, readNetworks } from '../../src/values/networks.ts';

const PUBLIC = ['1.1.1.1', '93.184.216.34', '172.15.255.255', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'];

const NOT_PUBLIC: Readonly<Record<string, string>> = {
  '127.0.0.1': 'loopback',
  '127.255.255.254': 'loopback',
  '::1': 'loopback',
  '0.0.0.0': 'this machine',
  '::': 'this machine',
  '10.0.0.1': 'private',
  '172.16.0.1': 'private',
  '172.31.255.255': 'private',
  '192.168.1.1': 'private',
  'fd00::1': 'private',
  'fd00:ec2::254': 'metadata of a cloud',
  '169.254.169.254': 'metadata of a cloud',
  'fe80::1': 'link-local',
  '100.64.0.1': 'a provider’s own network',
  '192.0.0.1': 'for protocols',
  '192.0.2.1': 'documentation',
  '2001:db8::1': 'documentation',
  '198.18.0.1': 'benchmarks',
  '224.0.0.1': 'multicast',
  'ff02::1': 'multicast',
  '240.0.0.1': 'reserved',
  '255.255.255.255': 'broadcast',
  '::ffff:10.0.0.1': 'private, written as IPv6',
  '::ffff:127.0.0.1': 'loopback, written as IPv6',
  '::127.0.0.1': 'loopback, written as IPv6',
  '::a00:1': 'private, written as IPv6',
  '64:ff9b::a00:1': 'private, by NAT64',
  '64:ff9b:1::a00:1': 'private, by NAT64',
  '2002:a00:1::': 'private, by 6to4',
  '2001:0:a00:1::': 'private, by Teredo',
  '': 'no address',
  '1': 'no address',
  localhost: 'no address',
};

test('addresses of the internet are public', () => {
  for (const address of PUBLIC) assert.ok(isPublicAddress(address), address);
});

for (const [address, what] of Object.entries(NOT_PUBLIC)) {
  test(`${JSON.stringify(address)} is not public: ${what}`, () => assert.equal(isPublicAddress(address), false));
}

test('an address is in a network however it is written', () => {
  const networks = readNetworks('10.0.0.0/8, fd00::/8,192.0.2.7') ?? [];
  for (const inside of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '192.0.2.7']) {
    assert.ok(isInNetworks(inside, networks), inside);
  }
  for (const outside of ['11.0.0.1', '192.0.2.8', 'fe80::1', 'localhost', '']) {
    assert.ok(!isInNetworks(outside, networks), outside);
  }
  for (const wrong of ['', '10', '10.1', '10.0.0.0/33', 'intern']) assert.equal(readNetworks(wrong), null, wrong);
});
