import { root } from './library.mjs';
import { run } from './run.mjs';

// Runs the tests with random examples, with another seed than `npm test`. Add what they find as a test.

const seed = process.env.FC_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`Repeat this run with FC_SEED=${seed} npm run test:random`);
run('npx', ['--no-install', 'jest', 'races', 'analyticsModel', '__tests__/core/'], {
  cwd: root,
  env: { FC_SEED: seed },
});
