// Runs the service's suites on Citus: on the cluster whose coordinator CITUS_URL names, or on one that it starts.
//   npm run test:citus                      everything
//   npm run test:citus -- routes/app        the tests below a folder of service/__tests__, or one file
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startCitus } from './citusCluster.mjs';

const service = fileURLToPath(new URL('../service', import.meta.url));

const cluster = process.env.CITUS_URL ? { url: process.env.CITUS_URL, stop: () => {} } : await startCitus();
try {
  const asked = process.argv.slice(2).join(' ');
  const env = { ...process.env, CITUS_URL: cluster.url, DATABASE_URL: cluster.url, CITUS_TESTS: asked };
  const args = [
    '--import',
    'tsx',
    '--test',
    '--test-reporter=spec',
    '--test-concurrency=2',
    '__tests__/citus/shares/1.ts',
    '__tests__/citus/shares/2.ts',
  ];
  const { status } = spawnSync(process.execPath, args, { cwd: service, env, stdio: 'inherit', shell: false });
  process.exitCode = status ?? 1;
} finally {
  await cluster.stop();
}
