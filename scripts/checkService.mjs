// The service on both databases and behind its proxies. Called by check.mjs.
import { join } from 'node:path';
import { checkCompose } from './checkCompose.mjs';
import { checkHosting } from './checkHosting.mjs';
import { root } from './library.mjs';
import { run } from './run.mjs';
import { step } from './step.mjs';
import { withPostgres } from './withPostgres.mjs';

const service = join(root, 'service');
/** Runs a script without the one before it, which would build once more what check.mjs has built. */
const npm = (cwd, script, env = {}) => run('npm', ['run', script, '--ignore-scripts'], { cwd, env });

/** The database ends with the tests, so it need not outlive a power failure. */
const NO_SYNC = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

await step('service, on PGlite and PostgreSQL', () =>
  withPostgres((url) => npm(service, 'test', { DATABASE_URL: url }), NO_SYNC)
);
await step('service, when its database fails over and when it is restarted', () => npm(service, 'test:failover'));
await step('docs/hosting-by-hand.md, word for word', checkHosting);
await step('service/compose.yaml, with Caddy and without Docker', checkCompose);
