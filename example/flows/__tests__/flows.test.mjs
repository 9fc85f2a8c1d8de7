import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { createAndroid } from '../hand/createAndroid.mjs';
import { createExpectations } from '../hand/createExpectations.mjs';
import { createVerbs } from '../hand/createHand.mjs';
import { createIos } from '../hand/createIos.mjs';
import { FLOWS, MAY_FAIL, readFlow, readStories } from '../hand/readStories.mjs';

const SELECTOR = ['text', 'id', 'childOf'];
/** The commands that the flows use, and their settings, as https://docs.maestro.dev documents them. */
const COMMANDS = {
  assertVisible: SELECTOR,
  copyTextFrom: SELECTOR,
  extendedWaitUntil: ['visible', 'timeout'],
  openLink: ['link', 'browser'],
  pressKey: [],
  runFlow: ['file', 'when', 'env', 'commands'],
  runScript: ['file', 'env'],
  stopApp: [],
  takeScreenshot: ['path'],
  tapOn: SELECTOR,
};
const WHEN = ['platform', 'visible'];
const SETTINGS = ['appId', 'tags'];

/** What the system says, and the ids of its browser. */
const OF_SYSTEM = /^(Open|Open in|Allow Paste|Don|t Allow Paste|com\.android\.chrome:id\/.*)$/;

const VERBS = {
  android: createVerbs(createAndroid(), undefined, undefined),
  ios: createVerbs(createIos(), undefined, undefined),
};
const EXPECTATIONS = createExpectations();

const example = join(FLOWS, '..');
const textsOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
const SOURCES = textsOf(join(example, 'app'));
const WORDS = SOURCES + readFileSync(join(example, '../service/src/routes/public/landing/languages/en.ts'), 'utf8');
const BUILDS = [...readFileSync(join(FLOWS, 'build.sh'), 'utf8').matchAll(/^build (\w+)/gm)].map(([, name]) => name);

const [, LINK_HOST] = /LINK_HOST = '(.*)'/.exec(SOURCES);

const isIn = (list, item, where) => assert.ok(list.includes(item), `${where}: ${item} is none of ${list.join(', ')}`);

/** A text is a regular expression for Maestro: each part that isn't one has to be in the app. */
function checkText(text, where) {
  const parts = text
    .replace(`https://${LINK_HOST}/`, '')
    .split(/\.[*]?|\(.*\)\??/)
    .map((part) => part.replace(/[: ]+$/, '').trim());
  for (const part of parts.filter((part) => part !== '' && !OF_SYSTEM.test(part))) {
    assert.ok(WORDS.includes(part), `${where}: nothing shows “${part}”`);
  }
}

function checkSelector(selector, where) {
  if (typeof selector === 'string') return checkText(selector, where);
  for (const key of Object.keys(selector)) isIn(SELECTOR, key, where);
  const { text, id, childOf } = selector;
  if (text !== undefined) checkText(text, where);
  if (id !== undefined && !OF_SYSTEM.test(id)) {
    // The ids of the app are those of the device check's steps.
    assert.ok(SOURCES.includes(`id: '${id}'`), `${where}: nothing has the id ${id}`);
  }
  if (childOf !== undefined) checkSelector(childOf, where);
}

function checkRequest(request, systems, where) {
  const [verb, ...args] = request.split(' ');
  for (const system of systems) isIn(Object.keys(VERBS[system]), verb, `${where} on ${system}`);
  if (verb === 'expect') isIn(Object.keys(EXPECTATIONS), args[0], where);
  if (verb === 'install' || verb === 'update') isIn(BUILDS, args[0], where);
}

/** The variables of a flow replaced; one that nobody has set stays as it is, and is found by a check. */
const fill = (value, env) =>
  JSON.parse(JSON.stringify(value).replaceAll(/\$\{(\w+)\}/g, (variable, name) => env[name] ?? variable));

const pathFrom = (file, other) => join(dirname(file), other);

function readCommands(file, env) {
  const { settings, commands } = readFlow(file);
  for (const key of Object.keys(settings)) isIn(SETTINGS, key, file);
  assert.equal(settings.appId, 'example.shop');
  return fill(commands, env);
}

/** Every command of a flow and of the flows that it runs, with the systems that it is for. */
function* walk(commands, file, systems) {
  for (const command of commands) {
    const [[name, given]] = typeof command === 'string' ? [[command, {}]] : Object.entries(command);
    yield { name, given, file, systems };
    if (name !== 'runFlow') continue;
    const { file: part, when = {}, env = {}, commands: own = [] } = typeof given === 'string' ? { file: given } : given;
    const those = systems.filter((system) => (when.platform ?? system).toLowerCase() === system);
    yield* walk(own, file, those);
    if (part !== undefined) yield* walk(readCommands(pathFrom(file, part), env), pathFrom(file, part), those);
  }
}

/** What is to be known of some commands beyond the names of their settings. */
const CHECKS = {
  assertVisible: ({ given, where }) => checkSelector(given, where),
  copyTextFrom: ({ given, where }) => checkSelector(given, where),
  tapOn: ({ given, where }) => checkSelector(given, where),
  extendedWaitUntil: ({ given, where }) => checkSelector(given.visible, where),
  runFlow({ given: { when = {} }, where }) {
    for (const key of Object.keys(when)) isIn(WHEN, key, where);
    if (when.platform !== undefined) isIn(['Android', 'iOS'], when.platform, where);
    if (when.visible !== undefined) checkSelector(when.visible, where);
  },
  runScript({ given, file, systems, where }) {
    assert.ok(existsSync(join(FLOWS, pathFrom(file, given.file))), `${where}: there is no ${given.file}`);
    checkRequest(given.env.DO, systems, where);
  },
};

function checkCommand({ name, given, file, systems }) {
  const where = `${file}: ${name}`;
  isIn(Object.keys(COMMANDS), name, file);
  // Maestro itself sets the text that a flow has copied.
  assert.doesNotMatch(
    JSON.stringify(given),
    /\$\{(?!maestro\.copiedText\})/,
    `${where} has a variable that nobody sets`
  );
  if (typeof given === 'object') for (const key of Object.keys(given)) isIn(COMMANDS[name], key, where);
  CHECKS[name]?.({ given, file, systems, where });
}

const files = readdirSync(FLOWS).filter((name) => name.endsWith('.yaml'));

for (const file of files) {
  test(`${file} has only commands of Maestro, texts and ids of the app, and requests that the hand knows`, () => {
    const { tags } = readFlow(file);
    for (const tag of tags) isIn(['android', 'ios', MAY_FAIL], tag, file);
    const systems = ['android', 'ios'].filter((system) => readStories(system).some((story) => story.file === file));
    for (const command of walk(readCommands(file, {}), file, systems)) checkCommand(command);
  });
}

test('each story takes a picture of what the screen shows, and ends with what the service knows', () => {
  for (const file of files) {
    const { commands } = readFlow(file);
    assert.ok(
      commands.some((command) => command.takeScreenshot),
      file
    );
    assert.match(commands.at(-1).runScript?.env.DO ?? '', /^expect /, file);
  }
});
