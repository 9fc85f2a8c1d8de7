import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import vm from 'node:vm';
import { root } from './library.mjs';
import { bundleRelease } from './metroRelease.mjs';
import { run, step } from './run.mjs';

/**
 * Runs core and session on the engine of phones. Metro makes a release bundle, React Native's Hermes compiler compiles
 * it, and a Hermes VM runs it. Node runs it, too, with React Native's own Promise, URL and fetch.
 */

/** The newest Hermes VM that npm has; React Native ships its own inside apps only. */
const VM_PACKAGE = 'hermes-engine-cli@0.12.0';

const require = createRequire(import.meta.url);
const folder = join(root, 'node_modules', '.cache', 'check-engine');
const bundleFile = join(folder, 'engine.js');

const BINARIES = { linux: 'linux64-bin', darwin: 'osx-bin', win32: 'win64-bin' };
const suffix = process.platform === 'win32' ? '.exe' : '';

async function bundle() {
  await bundleRelease('__tests__/proofs/engine/engineEntry.ts', bundleFile);
  console.log(`release bundle of core, session and vectors: ${statSync(bundleFile).size} bytes`);
}

/** What a command prints; `null` if it can't run here. */
function tryToRun(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', shell: process.platform === 'win32' });
  return status === 0 ? stdout : null;
}

/** Compiles with the compiler of the installed React Native, if that can run here. */
function compile() {
  const compilers = join(dirname(require.resolve('hermes-compiler/package.json')), 'hermesc');
  const compiler = join(compilers, BINARIES[process.platform] ?? '', `hermesc${suffix}`);
  const version = tryToRun(compiler, '--version');
  if (version === null) {
    console.log(`skipped: hermesc doesn't run on ${process.platform} ${process.arch}`);
    return 'not compiled';
  }
  const output = join(folder, 'engine.hbc');
  run(compiler, ['-emit-binary', '-O', '-w', '-out', output, bundleFile], { isQuiet: true });
  const [, number] = /bytecode version: (\d+)/.exec(version) ?? [];
  console.log(`hermesc: ${statSync(output).size} bytes of bytecode, version ${number}`);
  return `compiled to bytecode ${number}`;
}

/** The path of a Hermes VM, which is installed at the first use; `null` if there is none for this machine. */
function hermesVm() {
  const path = join(folder, 'node_modules', 'hermes-engine-cli', BINARIES[process.platform] ?? '', `hermes${suffix}`);
  if (!existsSync(path))
    tryToRun('npm', 'install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, VM_PACKAGE);
  return tryToRun(path, '--version') === null ? null : path;
}

/** Runs in a new context, which has the language, and of Node only what is passed in. */
function runInNode(useReactNativeGlobals) {
  return new Promise((report, reject) => {
    const timer = setTimeout(() => reject(new Error('no report within 30 s')), 30_000);
    const context = vm.createContext({
      useReactNativeGlobals,
      setImmediate: globalThis.setImmediate,
      setTimeout,
      ...(!useReactNativeGlobals && { Response, AbortController: globalThis.AbortController, URL }),
      report(text) {
        globalThis.clearTimeout(timer);
        report(JSON.parse(text));
      },
    });
    vm.runInContext(readFileSync(bundleFile, 'utf8'), context, { filename: bundleFile });
  });
}

/** The results to compare; fails if one is not as expected. */
function check(engine, { error, results = [], replaced }) {
  if (error) throw new Error(`${engine}: ${error}`);
  const wrong = results.filter(({ got, expected }) => JSON.stringify(got) !== JSON.stringify(expected));
  for (const { name, got, expected } of wrong) {
    console.error(`${engine}: ${name}\n  expected ${JSON.stringify(expected)}\n  got      ${JSON.stringify(got)}`);
  }
  if (wrong.length > 0) throw new Error(`${engine}: ${wrong.length} of ${results.length} vectors failed`);
  const own = replaced.length > 0 ? `, with React Native's ${replaced.join(', ')}` : '';
  console.log(`${engine}: ${results.length} vectors passed${own}`);
  return results.length;
}

mkdirSync(folder, { recursive: true });
await step('Metro bundles for release', bundle);
const done = [
  await step('hermesc compiles', compile),
  await step('Node runs it', async () => {
    const count = check('Node, own globals', await runInNode(false));
    check('Node, React Native globals', await runInNode(true));
    return `${count} vectors the same in Node with its own globals and with React Native's`;
  }),
  await step('Hermes runs it', () => {
    const path = hermesVm();
    if (!path) {
      console.log(`skipped: ${VM_PACKAGE} can't be installed or doesn't run on ${process.platform} ${process.arch}`);
      return 'not run by a Hermes VM';
    }
    check(VM_PACKAGE, JSON.parse(run(path, [bundleFile], { isQuiet: true }).stdout));
    return `and in ${VM_PACKAGE}`;
  }),
];
console.log(`\nEngine: ${done.join('; ')}.`);
