import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryOf, type CountrySources } from '../../src/flow/countries.ts';
import { readCaller, readTrustedProxies } from '../../src/flow/proxies.ts';

const sources: CountrySources = {
  header: 'CF-IPCountry',
  ofAddress: (address) => (address === '198.51.100.1' ? 'IN' : null),
};

function ask(trusted: string, socket: string, headers: Record<string, string>, from = sources) {
  const proxies = readTrustedProxies(trusted);
  assert.ok(proxies);
  const given = new Headers(headers);
  return countryOf(given, readCaller(given, socket, proxies), from);
}

test('a header names the country only if a trusted proxy passed it on', () => {
  const header = { 'cf-ipcountry': 'de' };
  assert.equal(ask('1', '10.0.0.1', header), 'DE');
  assert.equal(ask('10.0.0.0/8', '10.0.0.1', header), 'DE');
  assert.equal(ask('0', '10.0.0.1', header), null);
  assert.equal(ask('10.0.0.0/8', '192.0.2.1', header), null);
});

test('without a header, or with one that is no country, the address tells', () => {
  for (const header of [{}, { 'cf-ipcountry': 'T1' }, { 'cf-ipcountry': 'XX' }, { 'cf-ipcountry': 'Germany' }]) {
    const headers = { 'x-forwarded-for': '198.51.100.1', ...header };
    assert.equal(ask('1', '10.0.0.1', headers as Record<string, string>), 'IN');
    assert.equal(ask('1', '10.0.0.1', headers as Record<string, string>, { ...sources, ofAddress: null }), null);
  }
});
