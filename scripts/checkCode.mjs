// How the code is written. Called by check.mjs.
import { join } from 'node:path';
import { checkBudgets } from './checkBudgets.mjs';
import { root } from './library.mjs';
import { run } from './run.mjs';
import { step } from './step.mjs';

const npm = (folder, ...args) => run('npm', args, { cwd: join(root, folder) });

await step('lint', () => npm('.', 'run', 'lint'));
await step('format', () => run('npx', ['--no-install', 'prettier', '--check', '.'], { cwd: root }));
await step('types', () => npm('.', 'run', 'typecheck'));
await step('types of the example', () => npm('example', 'run', 'typecheck'));
await step('types of the service', () => npm('service', 'run', 'typecheck'));
await step('tests that Jest finds for each file', () => npm('.', 'run', 'check:related-tests'));
await step('engine', () => npm('.', 'run', 'check:engine'));
await step('budgets', checkBudgets);
// Metro keeps workers.
process.exit();
