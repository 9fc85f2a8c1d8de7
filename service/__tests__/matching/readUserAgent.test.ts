import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUserAgent, systemVersionOf } from '../../src/matching/readUserAgent.ts';
import { userAgents } from './userAgents.ts';

for (const { browser, agent, facts } of userAgents) {
  test(`${browser}: ${facts.device}, ${facts.model ?? 'no model'}, ${facts.systemVersion ?? 'no version'}`, () => {
    assert.deepEqual(readUserAgent(agent), facts);
  });
}

test('no agent says nothing', () => {
  assert.deepEqual(readUserAgent(null), { device: null, model: null, systemVersion: null });
});

test('an app’s own version reads like the browser’s', () => {
  assert.equal(systemVersionOf('ios', '26.1'), '26.1');
  assert.equal(systemVersionOf('ios', '17.5.1'), '17.5');
  assert.equal(systemVersionOf('ios', '18'), '18.0');
  assert.equal(systemVersionOf('android', '14'), '14');
  assert.equal(systemVersionOf('android', '8.1.0'), '8');
  assert.equal(systemVersionOf('android', 'unknown'), null);
  assert.equal(systemVersionOf('ios', null), null);
});

test('nothing behind the first 512 characters is read', () => {
  const padded = (length: number) => `Mozilla/5.0 ${'('.repeat(length - 'Mozilla/5.0 '.length)}`;
  assert.equal(readUserAgent(`${padded(480)} (Linux; Android 14; Pixel 7)`).device, 'android');
  assert.notEqual(readUserAgent(`${padded(512)} (Linux; Android 14; Pixel 7)`).device, 'android');
});

test('a hostile agent is read no further than any other', () => {
  for (const agent of ['('.repeat(100_000), 'Android '.repeat(20_000), `Mozilla/5.0 (Linux; ${'a;'.repeat(50_000)}`]) {
    assert.deepEqual(readUserAgent(agent), readUserAgent(agent.slice(0, 512)));
  }
});
