// How the code is written. Called by check.mjs.
import { checkBudgets } from './checkBudgets.mjs';
import { checkWorkflows } from './checkWorkflows.mjs';
import { root } from './library.mjs';
import { run, runTool, step } from './run.mjs';

const npm = (...args) => run('npm', args, { cwd: root });

await step('lint and types', () => npm('run', 'lint'));
await step('format', () => runTool('prettier', ['--check', '.'], { cwd: root }));
await step('workflows', checkWorkflows);
await step('tests that Jest finds for each file', () => npm('run', 'check:related-tests'));
await step('engine', () => npm('run', 'check:engine'));
await step('budgets', checkBudgets);
// Metro keeps workers.
process.exit();
