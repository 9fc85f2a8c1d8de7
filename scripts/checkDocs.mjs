// Runs every command and every sample of README and guides, as somebody who follows them would.
//   npm run check:docs            everything: 29 minutes on two busy cores, with empty caches
//   npm run check:docs -- bare    a part: bare (6 minutes), workspaces (4), expo, clone, hosting (2) or warehouse
import { checkBareApp } from './docs/checkBareApp.mjs';
import { checkClone } from './docs/checkClone.mjs';
import { checkExpoApp } from './docs/checkExpoApp.mjs';
import { checkWorkspaceApp } from './docs/checkWorkspaceApp.mjs';
import { readPages } from './docs/readPages.mjs';
import { withTarball } from './packLibrary.mjs';
import { run } from './run.mjs';

/** Pages that the service's own checks run, as a whole. */
const OF_SERVICE = ['docs/hosting-by-hand.md', 'docs/warehouse.md'];
const checkService = (name) => () => run('node', [`service/checks/${name}`]);

const PARTS = {
  bare: checkBareApp,
  workspaces: checkWorkspaceApp,
  expo: checkExpoApp,
  clone: checkClone,
  hosting: checkService('checkHosting.mjs'),
  warehouse: checkService('checkWarehouse.mjs'),
};

const asked = process.argv.slice(2);
const wrong = asked.find((name) => !(name in PARTS));
if (wrong) {
  console.error(`There is no part ${wrong}. Usage: npm run check:docs -- [${Object.keys(PARTS).join(' | ')}]…`);
  process.exit(2);
}

await withTarball(async (tarball) => {
  const pages = readPages();
  for (const [name, check] of Object.entries(PARTS)) {
    if (asked.length === 0 || asked.includes(name)) await check(pages, tarball);
  }
  const untaken = pages.untaken().filter(({ page }) => !OF_SERVICE.includes(page));
  if (asked.length === 0 && untaken.length > 0) {
    throw new Error(untaken.map(({ page, content }) => `Nothing runs this of ${page}:\n${content}`).join('\n'));
  }
});
console.log('\nEvery command and sample that this machine can run works.');
