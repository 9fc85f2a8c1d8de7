// The service on both databases, and all that is tried in a browser. Called by check.mjs.
import { join } from 'node:path';
import { buildLab } from '../example/setup/buildLab.mjs';
import { checkHosting } from './checkHosting.mjs';
import { root } from './library.mjs';
import { run } from './run.mjs';
import { sideBySide } from './sideBySide.mjs';
import { step } from './step.mjs';
import { withPostgres } from './withPostgres.mjs';

const example = join(root, 'example');
const service = join(root, 'service');
const npm = (cwd, ...args) => run('npm', args, { cwd });

/** The database ends with the tests, so it need not outlive a power failure. */
const NO_SYNC = { fsync: 'off' };

await step('service, on PGlite and PostgreSQL', () =>
  withPostgres((url) => run('npm', ['test'], { cwd: service, env: { DATABASE_URL: url } }), NO_SYNC)
);
await step('service, when its database fails over and when it is restarted', () =>
  npm(service, 'run', 'test:failover')
);
await step('docs/hosting.md, word for word', checkHosting);
// Built before, because each would build the dashboard while the other reads it.
await step('build the lab and the dashboard', buildLab);
await step('lab and dashboard, in Chromium', () =>
  sideBySide(
    { name: 'lab', command: 'npm', args: ['run', 'test:lab'], cwd: example },
    { name: 'dashboard', command: 'npm', args: ['run', '--ignore-scripts', 'test:dashboard'], cwd: service }
  )
);
