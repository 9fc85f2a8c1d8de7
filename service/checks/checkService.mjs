// The service as npx starts it, on both databases, and its alerts. Called by scripts/check.mjs.
import { join } from 'node:path';
import { root } from '../../scripts/library.mjs';
import { run, step } from '../../scripts/run.mjs';
import { checkNpx } from './checkNpx.mjs';
import { withPostgres } from './postgresServer.mjs';

/** The database ends with the tests, so it need not outlive a power failure. */
const NO_SYNC = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

await step('service, packed, started by npx in an empty folder', checkNpx);
await step('service, on PGlite and PostgreSQL', () =>
  withPostgres(
    // Without the script before it, which would build once more what check.mjs has built.
    (url) =>
      run('npm', ['run', 'test', '--ignore-scripts'], { cwd: join(root, 'service'), env: { DATABASE_URL: url } }),
    NO_SYNC
  )
);
await step('alerts', () => run('promtool', ['test', 'rules', join(root, 'service/checks/alerts.test.yml')]));
