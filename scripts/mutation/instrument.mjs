import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../run.mjs';

const VERSION = '9.6.1';
const PACKAGE = '@stryker-mutator/instrumenter';
/** What the tests need beside node_modules, which is found one folder up. */
const COPIED = ['src', '__tests__', 'docs', 'package.json', 'babel.config.js'];
/** These files hold only types. */
const WITHOUT_CODE = ['src/types.ts', 'src/ports.ts'];

async function loadInstrumenter(cache) {
  const folder = join(cache, 'node_modules', PACKAGE);
  if (!existsSync(folder)) {
    console.log(`Installing ${PACKAGE}@${VERSION}…`);
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'package.json'), '{ "private": true }');
    const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
    run('npm', ['install', '--prefix', cache, ...flags, `${PACKAGE}@${VERSION}`]);
  }
  const { Instrumenter } = await import(pathToFileURL(join(folder, 'dist/src/index.js')));
  return new Instrumenter({ debug() {}, info() {}, warn: console.warn, isDebugEnabled: () => false });
}

/** Stryker switches one mutant on at a time; we also try many at once. */
function withManySwitches(code) {
  const many = code.replace('ns.activeMutant === id', 'ns.activeMutants[id]');
  if (many === code && code.includes('stryMutAct')) throw new Error(`${PACKAGE} switches mutants in another way now.`);
  return many;
}

/** Copies what the tests need to `sandbox`. The copy of src holds all mutants, switched off. */
export async function instrument({ root, sandbox, cache }) {
  const files = readdirSync(join(root, 'src'), { recursive: true })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !WITHOUT_CODE.includes(name))
    .sort()
    .map((name) => ({ name, mutate: true, content: readFileSync(join(root, name), 'utf8') }));
  const instrumenter = await loadInstrumenter(cache);
  const { mutants, files: instrumented } = await instrumenter.instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });

  rmSync(sandbox, { recursive: true, force: true });
  for (const name of COPIED) cpSync(join(root, name), join(sandbox, name), { recursive: true });
  for (const { name, content } of instrumented) writeFileSync(join(sandbox, name), withManySwitches(content));

  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, mutatorName, location: { start, end }, replacement }) => {
      const lines = files
        .find(({ name }) => name === fileName)
        .content.split('\n')
        .slice(start.line, end.line + 1);
      lines[lines.length - 1] = lines[lines.length - 1].slice(0, end.column);
      lines[0] = lines[0].slice(start.column);
      // Lines and columns are counted from 1, as in editors.
      const place = { file: fileName, line: start.line + 1, column: start.column + 1, endLine: end.line + 1 };
      return { id, ...place, mutator: mutatorName, original: lines.join('\n'), replacement };
    });
}
