// Runs the service's suites on Citus: on the cluster whose coordinator CITUS_URL names, or on one that it starts.
//   npm run test:citus                      everything
//   npm run test:citus -- routes/app        the tests below a folder of service/__tests__, or one file
import { join } from 'node:path';
import { root } from '../../scripts/library.mjs';
import { run, runTool } from '../../scripts/run.mjs';
import { startCitus } from './citusCluster.mjs';

const TESTS = '--import tsx --test --test-reporter=spec --test-concurrency=2';
const PROCESSES = ['__tests__/citus/processes/1.ts', '__tests__/citus/processes/2.ts'];
const service = join(root, 'service');

// Some tests start the built service.
runTool('tsc', ['-p', 'tsconfig.build.json'], { cwd: service });
const cluster = process.env.CITUS_URL ? { url: process.env.CITUS_URL, stop: () => {} } : await startCitus();
try {
  run('node', [...TESTS.split(' '), ...PROCESSES], {
    cwd: service,
    env: { CITUS_URL: cluster.url, DATABASE_URL: cluster.url, CITUS_TESTS: process.argv.slice(2).join(' ') },
  });
} finally {
  await cluster.stop();
}
