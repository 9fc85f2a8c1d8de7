import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSecrets } from '../../src/operations/secrets.ts';
import { readSecretsKeys } from '../../src/values/readSecretsKeys.ts';

const newKey = () => randomBytes(32).toString('base64');
const secretsOf = (...keys: string[]) => createSecrets(readSecretsKeys(keys.join(',')) ?? []);

test('a sealed secret is read back, and shows nothing of itself', async () => {
  const secrets = secretsOf(newKey());
  const sealed = await secrets.seal('whsec_abc', 'webhook 1');
  assert.ok(!sealed.includes('abc'));
  assert.deepEqual(await secrets.open(sealed, 'webhook 1'), { kind: 'opened', text: 'whsec_abc', isNewest: true });
  assert.notEqual(await secrets.seal('whsec_abc', 'webhook 1'), sealed);
});

test('a secret can’t be read as another’s, by another key, or after a change', async () => {
  const secrets = secretsOf(newKey());
  const sealed = await secrets.seal('whsec_abc', 'webhook 1');
  const [name, nonce, bytes = ''] = sealed.split('.');
  const changed = `${name}.${nonce}.${bytes.startsWith('A') ? 'B' : 'A'}${bytes.slice(1)}`;
  assert.deepEqual(await secrets.open(sealed, 'webhook 2'), { kind: 'unreadable' });
  assert.deepEqual(await secretsOf(newKey()).open(sealed, 'webhook 1'), { kind: 'unreadable' });
  for (const text of [changed, '', 'nonsense', '..', `${name}.%.%`]) {
    assert.deepEqual(await secrets.open(text, 'webhook 1'), { kind: 'unreadable' }, text);
  }
});

test('the first key encrypts, and the others still decrypt', async () => {
  const [old, next] = [newKey(), newKey()];
  const sealed = await secretsOf(old).seal('whsec_abc', 'webhook 1');
  const both = secretsOf(next, old);
  assert.deepEqual(await both.open(sealed, 'webhook 1'), { kind: 'opened', text: 'whsec_abc', isNewest: false });
  const again = await both.seal('whsec_abc', 'webhook 1');
  assert.equal((await secretsOf(next).open(again, 'webhook 1')).kind, 'opened');
  assert.equal((await secretsOf(old).open(again, 'webhook 1')).kind, 'unreadable');
});

test('a key has 32 bytes in base64', () => {
  for (const wrong of [
    '',
    'short',
    randomBytes(16).toString('base64'),
    `${newKey()},`,
    randomBytes(33).toString('base64'),
  ]) {
    assert.equal(readSecretsKeys(wrong), null, wrong);
  }
  assert.equal(readSecretsKeys(`${newKey()}, ${newKey()}`)?.length, 2);
});

test('without a key nothing is kept', async () => {
  const secrets = createSecrets([]);
  assert.equal(secrets.isReady, false);
  await assert.rejects(secrets.seal('whsec_abc', 'webhook 1'), /SECRETS_KEY is not set/);
});
