// Starts the packed service with npx in an empty folder, as somebody would who has nothing but Node.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createShell } from '../../scripts/createShell.mjs';
import { freePort } from '../../scripts/freePort.mjs';
import { root } from '../../scripts/library.mjs';
import { run } from '../../scripts/run.mjs';
import { withFolder } from '../../scripts/withFolder.mjs';

async function tryPackage(work, folder) {
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', work], {
    cwd: join(root, 'service'),
    isQuiet: true,
  });
  const [tarball] = readdirSync(work);
  const port = await freePort();
  const shell = createShell({ ...process.env, DATABASE_URL: '', PORT: String(port) }, folder);
  const command = `npx --yes --package ${join(work, tarball)} deferred-link-service`;
  await shell.during(command, /Dashboard at/, async () => {
    const get = async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    assert.equal(await get('/ready'), '{"status":"ok"}');
    const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(await get('/dashboard')) ?? [];
    assert.ok(script, 'The package has no dashboard.');
    assert.match(await get(new URL(script, 'http://host/dashboard/').pathname), /createRoot|render/);
  });
  assert.deepEqual(readdirSync(folder), ['data']);
}

/** Needs a build of the service. */
export const checkNpx = () => withFolder((work) => withFolder((folder) => tryPackage(work, folder)));
