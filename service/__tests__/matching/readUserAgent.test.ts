import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { APPLE_MODELS, appleModel } from '../../src/matching/appleModels.ts';
import { readUserAgent, systemVersionOf } from '../../src/matching/readUserAgent.ts';
import { IN_APP_BROWSERS } from '../../src/values/inAppBrowsers.ts';
import { IN_APP_AGENTS } from '../support/inAppAgents.ts';
import { EXPO_MODELS } from './expoModels.ts';
import { userAgents } from './userAgents.ts';

for (const { browser, agent, facts } of userAgents) {
  test(`${browser}: ${facts.device}, ${facts.model ?? 'no model'}, ${facts.systemVersion ?? 'no version'}`, () => {
    const { browser: _browser, ...read } = readUserAgent(agent);
    assert.deepEqual(read, facts);
  });
}

for (const [name, agents] of Object.entries(IN_APP_AGENTS)) {
  test(`a click inside ${name} has that browser, on both platforms`, () => {
    assert.deepEqual([readUserAgent(agents.ios).browser, readUserAgent(agents.android).browser], [name, name]);
  });
}

test('each browser of the table that its agent gives away has an agent here', () => {
  const named = IN_APP_BROWSERS.filter(({ token }) => token !== null).map(({ name }) => name);
  assert.deepEqual(Object.keys(IN_APP_AGENTS).sort(), [...named, 'other'].sort());
});

test('browsers have one name on all phones, and what nobody told apart is other', () => {
  const names = new Map(userAgents.map(({ browser, agent }) => [browser, readUserAgent(agent).browser]));
  for (const [label, name] of [
    ['Safari, iOS 26.1', 'Safari'],
    ['Safari on an iPad, as a Mac', 'Safari'],
    ['Chrome, iOS 17.7', 'Chrome'],
    ['Chrome 143, Android', 'Chrome'],
    ['Samsung Internet, reduced', 'Samsung Internet'],
    ['Firefox, iOS', 'Firefox'],
    ['Firefox, Android 14', 'Firefox'],
    ['Edge, iOS', 'Edge'],
    ['Edge, Android', 'Edge'],
    ['Opera Touch, iOS', 'Opera'],
    ['DuckDuckGo, Android', 'DuckDuckGo'],
    ['Google app, iOS', 'Google'],
    ['MIUI Browser', 'MIUI Browser'],
    ['Facebook, Android, bare', 'Facebook'],
    ['UC Browser', 'other'],
    ['curl', 'other'],
  ] as const) {
    assert.equal(names.get(label), name, label);
  }
  assert.equal(readUserAgent('constructor/1.0 __proto__/2').browser, 'other');
});

test('the names of Apple’s models are those that react-native-device-info sends', async () => {
  const list = new URL(
    '../../../node_modules/react-native-device-info/ios/RNDeviceInfo/RNDeviceInfo.m',
    import.meta.url
  );
  const source = await readFile(list, 'utf8');
  const rows = [...source.matchAll(/@"((?:iPhone|iPad)\d+,\d+)":\s*@"([^"]+)"/g)];
  assert.ok(rows.length > 100);
  assert.deepEqual(APPLE_MODELS, Object.fromEntries(rows.map(([, identifier, name]) => [identifier, name])));
});

test('expo-device’s names are read as those of device-info, or as nothing', () => {
  for (const [name, identifiers] of Object.entries(EXPO_MODELS)) {
    const ours = identifiers.map((identifier) => APPLE_MODELS[identifier]);
    const read = appleModel(name);
    assert.ok(read === null || ours.every((model) => model === read), `${name} is read as ${String(read)}`);
    if (name.startsWith('iPhone') && ours[0] !== undefined) assert.equal(read, ours[0], name);
  }
  assert.equal(appleModel('iPhone SE (3rd generation)'), 'iPhone SE');
  assert.equal(appleModel('iPhone15,4'), 'iPhone 15');
  for (const name of ['iPhone99,1', 'iPhone', 'unknown', 'Simulator iOS', '__proto__']) {
    assert.equal(appleModel(name), null, name);
  }
});

test('what device-info calls a device is known, unless it names two', () => {
  const unknown = Object.values(APPLE_MODELS).filter((name) => appleModel(name) !== name);
  assert.deepEqual(new Set(unknown), new Set(['iPhone', 'iPad', 'iPad (8th generation)', 'iPad Air (3rd generation)']));
});

test('no agent says nothing', () => {
  assert.deepEqual(readUserAgent(null), { device: null, model: null, systemVersion: null, browser: null });
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
