import assert from 'node:assert/strict';
import { join } from 'node:path';
import { freePort } from '../freePort.mjs';
import { createShell, NPM_SETTINGS } from '../createShell.mjs';
import { root } from '../library.mjs';
import { run, step } from '../run.mjs';
import { withFolder } from '../withFolder.mjs';

const REPOSITORY = /https:\/\/github\.com\/[\w./-]+\.git/;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148';
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

/** What guides tell a service that runs: pages, with a text of the block. */
const TOLD_TO_SERVICE = [
  ['docs/landing-page.md', '--icon'],
  ['docs/landing-page.md', '--text'],
  ['docs/attribution.md', 'apps set'],
  ['docs/attribution.md', 'links add'],
  ['docs/webhooks.md', 'example.com/webhooks'],
  ['docs/webhooks.md', 'hooks.slack.com'],
];

/** An empty home folder, with this machine's npm settings only. */
function environment(home, port) {
  return {
    HOME: home,
    CI: '1',
    PORT: String(port),
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    EXPO_OFFLINE: '1',
    EXPO_NO_TELEMETRY: '1',
    ...(process.env.CHROMIUM && { CHROMIUM: process.env.CHROMIUM }),
    ...NPM_SETTINGS,
  };
}

async function followInHome(pages, home) {
  const port = await freePort();
  const variables = environment(home, port);
  const shell = createShell(variables, home);
  const [clone, example] = pages.takeCommands('README.md', 'git clone');
  await step('clone', () => shell.run(clone.replace(REPOSITORY, `file://${root} react-native-deferred-link`)));
  await step(example, () =>
    shell.during(example, ADDRESS, async ({ printed }) => {
      const page = await fetch(ADDRESS.exec(printed())[0]);
      assert.match(await page.text(), /<title>/);
    })
  );

  const [test] = pages.takeCommands('README.md', 'npm test');
  await step(test, () => run('bash', ['-c', test], { cwd: shell.folder(), env: variables }));

  await step(
    'the commands of service/README.md, docs/landing-page.md, docs/attribution.md and docs/webhooks.md',
    async () => {
      const [start, addApp, addLink] = pages.takeCommands('service/README.md', 'npm run service');
      const second = createShell(variables, shell.folder());
      await shell.during(start, /Service at http/, async () => {
        const { output } = await second.run(addApp);
        const [secretKey] = /sk_[\w-]{32}/.exec(output);
        const [link] = /http:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec((await second.run(addLink)).output);
        const visit = await fetch(link, { headers: { 'user-agent': IPHONE } });
        assert.equal(visit.status, 200);

        await second.run('cp example/assets/icon.png .');
        for (const [page, text] of TOLD_TO_SERVICE) await second.run(pages.takeCommands(page, text).join('\n'));
        const [ask] = pages.takeCommands('docs/attribution.md', 'curl');
        second.set({ SECRET_KEY: secretKey });
        const answer = JSON.parse((await second.run(ask.replace('8787', String(port)))).output);
        assert.equal(answer.total.clicks, 1);
        assert.equal(answer.rows[0].campaign, null);
      });
    }
  );

  await step('the commands of example/README.md', async () => {
    const [start] = pages.takeCommands('example/README.md', 'prints its address');
    assert.equal(start, example);
    for (const command of pages.takeCommands('example/README.md', 'build:lab')) await shell.run(command);
    const [again, enter, ...more] = pages.takeCommands('example/README.md', 'adb');
    assert.deepEqual([again, more], [start, []]);
    assert.deepEqual(pages.takeCommands('example/device-checks.md', 'adb'), [example, enter]);
    await createShell(variables, shell.folder()).run(enter);
    const inExample = createShell(variables, join(shell.folder(), 'example'));
    for (const command of pages.takeCommands('example/README.md', 'prebuild')) {
      // The page names this flag for machines on which Hermes' compiler can't run.
      await inExample.run(command.replace('expo export', 'expo export --no-bytecode'));
    }
    for (const command of pages.takeCommands('example/README.md', 'test:lab')) await inExample.run(command);
  });
}

/** Runs the commands of the three READMEs and of the guides that need no phone, in a clone of what is committed. */
export const checkClone = (pages) => withFolder((home) => followInHome(pages, home));
