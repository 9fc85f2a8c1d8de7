import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App } from '../dashboard/src/apps/requests.ts';
import { snippetsOf } from '../dashboard/src/apps/snippets.ts';

test('what the dashboard offers to paste has a port only where an address is asked', () => {
  const app = { id: 'shop', hosts: ['go.example.com:8443', 'go.example.com'], scheme: 'shop' } as App;
  const [provider = '', ...systems] = snippetsOf(app, 'https://unused.example').map(({ code }) => code);
  assert.match(provider, /baseUrl: 'https:\/\/go\.example\.com:8443'/);
  assert.match(provider, /linkDomains: \['go\.example\.com'\]/);
  for (const code of systems) assert.doesNotMatch(code, /8443/);
  assert.deepEqual(
    systems.filter((code) => code.startsWith('applinks:')),
    ['applinks:go.example.com']
  );
});

test('the dashboard offers to paste only what leads to the app', () => {
  const titlesOf = (change: Partial<App>) =>
    snippetsOf({ id: 'shop', hosts: [], scheme: null, ...change } as unknown as App, 'https://links.example').map(
      ({ title }) => title
    );
  assert.deepEqual(titlesOf({}), ['The provider']);
  assert.deepEqual(titlesOf({ hosts: ['go.example.com'] }), [
    ...['The provider', 'With Expo', 'Android without Expo', 'iOS without Expo: associated domains'],
  ]);
  assert.deepEqual(titlesOf({ scheme: 'shop' }), [
    ...['The provider', 'With Expo', 'Android without Expo', 'iOS without Expo: scheme'],
  ]);
});
