import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { freePort } from '../../../scripts/freePort.mjs';
import { createAndroid } from '../hand/createAndroid.mjs';
import { createGate } from '../hand/createGate.mjs';
import { createHand } from '../hand/createHand.mjs';
import { createIos } from '../hand/createIos.mjs';
import { FLOWS } from '../hand/readStories.mjs';
import { summarize } from '../hand/summarize.mjs';

/** Runs nothing: notes the commands, and answers those that it is told about. */
function recorder(answers = {}) {
  const commands = [];
  const run = async (command, args, input) => {
    const line = [command, ...args].join(' ');
    commands.push(input === undefined ? line : `${line} < ${input}`);
    return Object.entries(answers).find(([part]) => line.includes(part))?.[1] ?? '';
  };
  return { commands, run };
}

const LINK = 'https://shop.example/device-check?step=webCold&a=b';
const VIEW = `am start -a android.intent.action.VIEW -c android.intent.category.BROWSABLE -d '${LINK}'`;

test('from Android 12 on, the system opens an app link in the app that the shell has verified', async () => {
  const { commands, run } = recorder({ getprop: '36\n' });
  await createAndroid(run).open(LINK);
  assert.deepEqual(commands.slice(1), [
    'adb shell pm set-app-links --package example.shop 1 shop.example',
    `adb shell ${VIEW} 2>&1`,
  ]);
});

test('before Android 12, an app link is opened in the app by its name', async () => {
  const { commands, run } = recorder({ getprop: '29\n' });
  await createAndroid(run).open(LINK);
  assert.deepEqual(commands.slice(1), [`adb shell ${VIEW} example.shop 2>&1`]);
});

test('an intent that Android refuses fails, though its command ends well', async () => {
  const { run } = recorder({ 'am start': 'Starting: Intent { … }\nError: Activity not started' });
  await assert.rejects(createAndroid(run).launch(), /not started/);
});

test('a backup that Android refuses fails', async () => {
  const { run } = recorder({ backupnow: 'Package example.shop with result: Backup is not allowed' });
  await assert.rejects(createAndroid(run).backUp(), /not allowed/);
});

const DEVICES = {
  'com.apple.CoreSimulator.SimRuntime.iOS-9-3': [{ name: 'iPhone 6', udid: 'OLD' }],
  'com.apple.CoreSimulator.SimRuntime.watchOS-27-0': [{ name: 'Apple Watch', udid: 'WATCH' }],
  'com.apple.CoreSimulator.SimRuntime.iOS-26-5': [
    { name: 'iPad Air', udid: 'PAD' },
    { name: 'iPhone 17', udid: 'NEW' },
  ],
  'com.apple.CoreSimulator.SimRuntime.iOS-26-1': [{ name: 'iPhone 17', udid: 'LAST' }],
};

test('the simulator is the newest iPhone, and opens the scheme without asking', async () => {
  const { commands, run } = recorder({ list: JSON.stringify({ devices: DEVICES }) });
  const phone = createIos(run, '/builds');
  await phone.prepare();
  await phone.install('first');
  const asker = 'com.apple.CoreSimulator.CoreSimulatorBridge-->deferredshop';
  assert.deepEqual(commands, [
    'xcrun simctl list devices available --json',
    'xcrun simctl bootstatus NEW -b',
    `xcrun simctl spawn NEW defaults write com.apple.launchservices.schemeapproval ${asker} example.shop`,
    'xcrun simctl shutdown NEW',
    'xcrun simctl bootstatus NEW -b',
    'xcrun simctl pbcopy NEW < nothing',
    'xcrun simctl uninstall NEW example.shop',
    'xcrun simctl install NEW /builds/first.app',
  ]);
});

test('an app is installed anew even if it was not there', async () => {
  const commands = [];
  await createAndroid(async (_, args) => {
    commands.push(args[0]);
    if (args[0] === 'uninstall') throw new Error('not installed');
  }, '/builds').install('first');
  assert.deepEqual(commands, ['uninstall', 'install']);
});

let service;
let gate;
let phone;

beforeEach(async () => {
  service = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const port = await freePort();
  gate = createGate(port);
  gate.leadTo(`http://127.0.0.1:${service.address().port}`);
  phone = () => fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
});

afterEach(async () => {
  await gate.close();
  service.closeAllConnections();
  service.close();
});

test('the phone reaches the service through an open gate, and not through a closed one', async () => {
  await gate.open();
  assert.equal(await phone(), 'hello');
  await gate.close();
  await assert.rejects(phone);
  await gate.open();
  assert.equal(await phone(), 'hello');
});

test('a held gate takes a request, and lets it go when it opens', async () => {
  await gate.hold();
  const held = assert.rejects(phone());
  while (gate.countHeld() === 0) await new Promise(setImmediate);
  await gate.open();
  await held;
  assert.equal(await phone(), 'hello');
});

/** The script of the flows, in a Maestro whose requests end like this. */
const runInMaestro = (answer, asked = []) =>
  runInNewContext(readFileSync(join(FLOWS, 'hand.js'), 'utf8'), {
    DO: 'expect clicks 1',
    http: { post: (url, { body }) => (asked.push([url, body]), answer) },
  });

test('a flow asks the hand by its script, and fails with its answer', () => {
  const asked = [];
  runInMaestro({ ok: true, body: '' }, asked);
  assert.deepEqual(asked, [['http://127.0.0.1:8790', 'expect clicks 1']]);
  assert.throws(() => runInMaestro({ ok: false, body: 'expected 1, found 0' }), /expected 1, found 0/);
});

test('the hand does what it is asked for, and says why it could not', async () => {
  const done = [];
  const verbs = {
    open: async (...args) => void done.push(args),
    launch: () => Promise.reject(new Error('no phone')),
  };
  const hand = createHand(verbs).listen(0, '127.0.0.1');
  await once(hand, 'listening');
  const ask = async (body) => {
    const response = await fetch(`http://127.0.0.1:${hand.address().port}`, { method: 'POST', body });
    return [response.ok, await response.text()];
  };
  assert.deepEqual(await ask('open shop://a shop://b'), [true, '']);
  assert.deepEqual(done, [['shop://a', 'shop://b']]);
  assert.deepEqual(await ask('launch'), [false, 'launch: no phone']);
  assert.deepEqual(await ask('toString'), [false, 'toString: nobody can do that']);
  hand.closeAllConnections();
  hand.close();
});

test('the job shows the row, and which stories failed', () => {
  const played = [
    { name: 'update', hasPassed: true, tags: [] },
    { name: 'paste', hasPassed: false, tags: ['ios', 'may-fail'] },
    { name: 'twice', hasPassed: false, tags: [] },
  ];
  const summary = summarize(played, { report: 'Device check\n\n| 2026-11-18 | sdk (emulator) |' });
  assert.match(summary, /^\| --- .*\n\| 2026-11-18 \| sdk \(emulator\) \|$/m);
  assert.match(summary, /update \| passed \|\n\| paste \| failed, which it may \|\n\| twice \| \*\*failed\*\* \|/);
  assert.match(summarize(played, null), /sent no result/);
});
