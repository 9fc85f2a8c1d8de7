// Plays the stories on the virtual phone of this machine: node flows/run.mjs android|ios BUILDS OUTPUT
// OUTPUT gets what a person wants to see afterwards. Each story has a service of its own, so none can spoil another's.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '../lab/__tests__/startServer.mjs';
import { createAndroid } from './hand/createAndroid.mjs';
import { createExpectations, readResult } from './hand/createExpectations.mjs';
import { createGate } from './hand/createGate.mjs';
import { createHand, createVerbs } from './hand/createHand.mjs';
import { createIos } from './hand/createIos.mjs';
import { FLOWS, MAY_FAIL, readStories } from './hand/readStories.mjs';
import { summarize } from './hand/summarize.mjs';

const PHONE_PORT = 8787;
const HAND_PORT = 8790;
const COMMAND_MS = 480_000;
const STORY_MS = 600_000;

const [system, builds, output] = process.argv.slice(2);
mkdirSync(output, { recursive: true });

async function run(command, args, input) {
  const running = promisify(execFile)(command, args, { timeout: COMMAND_MS, maxBuffer: 2 ** 28 });
  running.child.stdin.end(input);
  return (await running).stdout;
}

const phone = { android: createAndroid, ios: createIos }[system](run, builds);
const gate = createGate(PHONE_PORT);
let expectations;
const hand = createHand(createVerbs(phone, gate, () => expectations)).listen(HAND_PORT, '127.0.0.1');

async function play({ file, name }, id) {
  const service = await startServer();
  try {
    gate.leadTo(service.url);
    await gate.open();
    expectations = createExpectations(service.url, Date.now());
    const args = ['test', '--udid', id, '--test-output-dir', join(output, name), join(FLOWS, file)];
    const [code] = await once(spawn('maestro', args, { stdio: 'inherit', timeout: STORY_MS }), 'exit');
    return { hasPassed: code === 0, result: await readResult(service.url) };
  } finally {
    await gate.close();
    await service.stop();
  }
}

await phone.prepare();
const id = await phone.id();
const played = [];
for (const story of readStories(system)) {
  console.log(`── ${story.name}`);
  played.push({ ...story, ...(await play(story, id)) });
}
hand.close();

const result = played.findLast((story) => story.result)?.result ?? null;
const summary = summarize(played, result);
console.log(summary);
if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, summary);
writeFileSync(join(output, 'result.json'), JSON.stringify(result, null, 2));
writeFileSync(join(output, 'system.log'), await phone.log().catch(String));
const isFine = played.every(({ hasPassed, tags }) => hasPassed || tags.includes(MAY_FAIL));
process.exit(isFine ? 0 : 1);
