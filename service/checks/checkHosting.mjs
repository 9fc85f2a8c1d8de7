// Does what docs/hosting-by-hand.md says, from an empty home folder to a matched install and a restored backup.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createShell, NPM_SETTINGS } from '../../scripts/createShell.mjs';
import { readPages } from '../../scripts/docs/readPages.mjs';
import { freePort } from '../../scripts/freePort.mjs';
import { root } from '../../scripts/library.mjs';
import { run, step } from '../../scripts/run.mjs';
import { withFolder } from '../../scripts/withFolder.mjs';
import { ask } from './ask.mjs';
import { iphone, stranger } from './phones.mjs';
import { withPostgres } from './postgresServer.mjs';
import { sendPeople } from './sendPeople.mjs';
import { startProxy } from './startProxy.mjs';

const PAGE = 'docs/hosting-by-hand.md';
const HOST = 'go.example.com';
const READY = /Service at http:\/\/127\.0\.0\.1:\d+\n/;
/** It is no phone's. */
const CURL = 'curl/8.5.0';
const MEGABYTE = 1024 * 1024;

/** The install may be this much larger than the page says, as packages grow. */
const TOLERANCE = 1.1;

const hook = fileURLToPath(new URL('./leadHost.mjs', import.meta.url));

const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);

/** What a new home folder lacks here: a DNS entry, a known certificate, free ports, and npm's settings. */
function environment(home, servicePort, proxy) {
  writeFileSync(
    join(home, '.curlrc'),
    [
      `connect-to = "${HOST}:80:127.0.0.1:${proxy.plainPort}"`,
      `connect-to = "${HOST}:443:127.0.0.1:${proxy.tlsPort}"`,
      `connect-to = "127.0.0.1:8787:127.0.0.1:${servicePort}"`,
      `cacert = "${proxy.certificate}"`,
      'no-progress-meter',
    ].join('\n')
  );
  return {
    HOME: home,
    CURL_HOME: home,
    PORT: String(servicePort),
    NODE_EXTRA_CA_CERTS: proxy.certificate,
    NODE_OPTIONS: `--import=${pathToFileURL(hook)}`,
    LED_HOST: `${HOST}:${proxy.tlsPort}`,
    ...NPM_SETTINGS,
  };
}

function sizeOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

function tellInstall(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  const megabytes = Math.round(sizeOf(join(folder, 'node_modules')) / MEGABYTE);
  const count = Object.keys(packages).length;
  console.log(`A production install: ${count} packages, ${megabytes} MB.`);
  const [, most] = /a production install takes (\d+) MB/i.exec(readFileSync(join(root, PAGE), 'utf8'));
  assert.ok(megabytes <= Number(most) * TOLERANCE, `${PAGE} promises ${most} MB.`);
}

/** Makes requests from outside: through the proxy, from an address. */
const createWorld = (proxy) => ({
  ask(path, { from = iphone.address, headers, ...request } = {}) {
    proxy.comeFrom(from);
    return ask(proxy.server, path, { headers: { 'user-agent': CURL, ...headers }, ...request });
  },
});

async function checkAssociationFiles({ output }) {
  const [apple, google] = [
    output.slice(0, output.indexOf('[{"relation"')),
    output.slice(output.indexOf('[{"relation"')),
  ];
  assert.deepEqual(JSON.parse(apple).applinks.details[0].appIDs, ['TEAMID1234.com.example.app']);
  assert.equal(JSON.parse(google)[0].target.package_name, 'com.example.app');
}

async function checkPhones({ ask }, keys, link) {
  const path = new URL(link).pathname;
  const publishable = { authorization: `Bearer ${keys.publishable}`, 'x-app-id': 'my-app' };
  const secret = { authorization: `Bearer ${keys.secret}`, 'x-app-id': 'my-app' };
  const readClicks = async () => JSON.parse((await ask('/api/clicks', { headers: secret })).text).clicks;
  const match = (phone) =>
    ask('/api/link/match-link', { from: phone.address, headers: publishable, body: phone.fingerprint });

  assert.deepEqual(
    (await readClicks()).map(({ claimedBy }) => claimedBy),
    ['clickId']
  );
  const preview = await ask(path);
  assert.equal(preview.status, 200);
  assert.equal((await readClicks()).length, 1, 'curl is nobody’s phone, and its view is no click.');

  const visit = await ask(path, { headers: { 'user-agent': iphone.userAgent, 'accept-language': iphone.language } });
  assert.equal(visit.status, 200);
  assert.match(visit.text, /https:\/\/apps\.apple\.com\/app\/id1234567890/);
  assert.match(visit.text, new RegExp(`data-copied-link="https://${HOST}${path}\\?clickId=`));
  const [, report] = /data-report-url="([^"]+)"/.exec(visit.text);
  assert.equal((await ask(report, { body: iphone.report })).status, 204);
  assert.equal((await readClicks())[0].address, iphone.address, 'The visitor’s address is not the proxy’s.');

  assert.equal((await match(stranger)).status, 404);
  const matched = await match(iphone);
  assert.equal(matched.status, 200, matched.text);
  assert.equal(JSON.parse(matched.text).link, '/product/42');
  assert.equal((await readClicks())[0].claimedBy, 'fingerprint');
  assert.equal((await match(iphone)).status, 404, 'A click is given away once.');
}

/** A code with slashes is one segment of an API path, and several of a landing page's; nginx must touch neither. */
async function checkSlashes({ ask }, keys) {
  const headers = { authorization: `Bearer ${keys.secret}`, 'x-app-id': 'my-app' };
  const code = 'old/summer/2024';
  const path = `/api/links/${encodeURIComponent(code)}`;
  assert.equal((await ask('/api/links', { headers, body: { code, destination: '/summer' } })).status, 201);
  assert.equal(JSON.parse((await ask(path, { headers })).text).shortUrl, `https://${HOST}/${code}`);
  assert.equal((await ask(`/${code}`)).status, 200);
  assert.equal((await ask(path, { headers, method: 'DELETE' })).status, 204);
}

async function checkProxy(world, proxy, adminToken) {
  const headers = { authorization: `Bearer ${adminToken}`, 'x-forwarded-for': '192.0.2.66' };
  const seen = JSON.parse((await world.ask('/api/whoami', { headers })).text);
  assert.equal(seen.address, iphone.address, 'Anybody can claim to be at another address.');
  assert.equal(seen.origin, `https://${HOST}`);
  const plain = await ask({ host: HOST, port: proxy.plainPort, isPlain: true }, '/x');
  assert.equal(plain.headers.location, `https://${HOST}/x`);
}

async function resolve({ ask }, key, link) {
  const headers = { authorization: `Bearer ${key}`, 'x-app-id': 'my-app' };
  return ask('/api/link/resolve-short', { headers, body: { url: link } });
}

/** The whole page on one database, from the settings to the restored backup. */
async function followPage(blocks, first, proxy, { isPostgres, startedAt }) {
  const typed = (shell, name) => shell.run(blocks.take(name));

  await typed(first, 'settings');
  if (isPostgres) {
    await typed(first, 'database');
    await typed(first, 'settings for PostgreSQL');
  }
  let service = await first.stay(blocks.take('start'), READY);
  const second = first.open();
  try {
    await typed(second, 'second shell');
    const { output: added } = await typed(second, 'add the app');
    const keys = { publishable: /pk_[\w-]{32}/.exec(added)[0], secret: /sk_[\w-]{32}/.exec(added)[0] };
    second.set({ PUBLISHABLE_KEY: keys.publishable, SECRET_KEY: keys.secret });
    const { output: link } = await typed(second, 'add a link');
    const { output: answer } = await typed(second, 'an install without a phone');
    assert.deepEqual(JSON.parse(answer), {
      link: '/product/42',
      match: { by: 'clickId', confidence: 1 },
      data: { campaign: 'launch' },
    });
    console.log(`From the first command to a matched install: ${seconds(startedAt)} s.`);

    assert.match((await second.run(blocks.addWebhook)).output, /whsec_/);

    await checkAssociationFiles(await typed(second, 'association files'));
    const verdict = await typed(second, 'doctor');
    assert.doesNotMatch(verdict.output, /^[✗?]/m);
    assert.match(verdict.output, /^✓ the key works$/m);

    const world = createWorld(proxy);
    const adminToken = /ADMIN_TOKEN=(\w+)/.exec(readFileSync(join(second.folder(), 'service.env'), 'utf8'))[1];
    await checkPhones(world, keys, link.trim());
    await checkSlashes(world, keys);
    await checkProxy(world, proxy, adminToken);

    const { output: forgotten } = await typed(second, 'forget an install');
    assert.deepEqual(JSON.parse(forgotten), { events: 0, opens: 0, clicks: 0, links: 0 });
    const { output: monitored } = await typed(second, 'monitoring');
    assert.match(monitored, /http_requests_total\{method="POST",route="\/api\/link\/match-link",status="200"\} \d/);
    assert.match(monitored, /http_request_duration_seconds_bucket/);
    for (const [, metric] of readFileSync(join(root, 'service/reference.md'), 'utf8').matchAll(
      /`((?:http|nodejs|process)_\w+)`/g
    ))
      assert.ok(monitored.includes(metric), metric);

    const { output: listed } = await typed(second, 'a new key');
    const oldKey = listed.split('\n').find((line) => line.includes(keys.publishable.slice(-4)));
    second.set({ KEY_ID: oldKey.split(' ')[0] });
    await typed(second, 'revoke the old key');
    const key = /Key: (pk_\S+)/.exec(listed)[1];
    assert.equal((await resolve(world, keys.publishable, link.trim())).status, 401);
    assert.equal((await resolve(world, key, link.trim())).status, 200);

    if (isPostgres) {
      await typed(second, 'backup of PostgreSQL');
      const { output: mode } = await second.run('stat --format %a ~/links.dump');
      assert.equal(mode, '600\n', 'Others on the machine can read the backup.');
    } else {
      await service.stop('SIGINT');
      assert.ok(!existsSync(join(second.folder(), 'data/lock')), 'Ctrl-C leaves the lock of the folder behind.');
      await typed(second, 'backup of PGlite');
      service = await first.stay(blocks.take('start'), READY);
    }
    const { output: later } = await second.run('npx deferred-link-service links add --app my-app --to /later');
    assert.equal((await resolve(world, key, later.trim())).status, 200);
    await service.stop('SIGTERM');

    if (isPostgres) await typed(second, 'a database to restore into');
    await typed(second, isPostgres ? 'restore of PostgreSQL' : 'restore of PGlite');
    service = await first.stay(blocks.take('start'), READY);
    assert.equal((await resolve(world, key, link.trim())).status, 200, 'The backup has lost a link.');
    assert.equal((await resolve(world, key, later.trim())).status, 404, 'What came after the backup is not in it.');
    return { link: link.trim(), publishableKey: key };
  } finally {
    await service.stop('SIGTERM');
  }
}

/** Two instances are restarted, one after the other, while people come and go. */
async function restartInTurn(blocks, shell, folder, configuration, { servicePort, app }) {
  const secondPort = await freePort();
  const both = configuration.replace(/^upstream [\s\S]*?^}\n/m, blocks.take('nginx, with two instances'));
  const proxy = await startProxy(folder, both, { host: HOST, ports: { 8787: servicePort, 8788: secondPort } });
  const commands = [blocks.take('start'), blocks.take('a second instance').replace('8788', String(secondPort))];
  const start = (command) => shell.stay(command, READY);
  const instances = [];
  try {
    for (const command of commands) instances.push(await start(command));
    const people = sendPeople(proxy, app);
    for (const [index, command] of commands.entries()) {
      await instances[index].stop('SIGTERM');
      instances[index] = await start(command);
    }
    const { requests, failures } = await people.stop();
    console.log(`${requests} requests during two restarts, ${failures.length} of them failed.`);
    assert.deepEqual(failures, []);
  } finally {
    await Promise.all(instances.map((instance) => instance.stop('SIGINT')));
    await proxy.stop();
  }
}

/** Runs every block of the page that is marked as checked; fails if the page and the service disagree. */
async function followInHome(home) {
  const pages = readPages();
  const [addWebhook] = pages.takeCommands('docs/webhooks.md', 'example.com/webhooks');
  const blocks = {
    take: (name) => pages.take(PAGE, name),
    addWebhook: addWebhook.replace('npm run service --', 'npx deferred-link-service'),
  };
  const servicePort = await freePort();
  const configuration = blocks.take('nginx, as /etc/nginx/sites-enabled/links');
  const proxy = await startProxy(join(home, 'proxy'), configuration, { host: HOST, ports: { 8787: servicePort } });
  try {
    const variables = environment(home, servicePort, proxy);
    const startedAt = performance.now();
    await createShell(variables, join(root, 'service')).run(blocks.take('pack'));
    const shell = createShell(variables, home);
    await shell.run(blocks.take('install'));
    console.log(`Packed and installed in ${seconds(startedAt)} s.`);
    tellInstall(shell.folder());

    await step('the page on PGlite', () => followPage(blocks, shell, proxy, { isPostgres: false, startedAt }));
    await step('the page on PostgreSQL', () =>
      withPostgres(async (url) => {
        const { hostname, port, username } = new URL(url);
        await shell.run('rm -r service.env data data.before');
        const server = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGDATABASE: 'postgres' };
        const beside = createShell({ ...variables, ...server }, shell.folder());
        const app = await followPage(blocks, beside, proxy, { isPostgres: true, startedAt: performance.now() });
        await step('two instances behind nginx, restarted in turn', () =>
          restartInTurn(blocks, beside, join(home, 'both'), configuration, { servicePort, app })
        );
      })
    );
  } finally {
    await proxy.stop();
  }
  assert.deepEqual(pages.untaken(PAGE), [], `Blocks of ${PAGE} that nobody ran.`);
}

if (!existsSync(join(root, 'service/node_modules'))) run('npm', ['ci'], { cwd: join(root, 'service') });
await step(PAGE, () => withFolder(followInHome));
