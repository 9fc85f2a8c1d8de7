// Tries service/compose.yaml as far as it goes without images: docker-compose reads it, and the real Caddy serves the
// real service with service/Caddyfile. Only the ports, the service's address and the certificates' issuer are others.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createShell } from '../../scripts/createShell.mjs';
import { readPages } from '../../scripts/docs/readPages.mjs';
import { freePort } from '../../scripts/freePort.mjs';
import { root } from '../../scripts/library.mjs';
import { run, step } from '../../scripts/run.mjs';
import { withFolder } from '../../scripts/withFolder.mjs';
import { ask } from './ask.mjs';

const PAGE = 'docs/hosting-by-hand.md';
const HOST = 'go.example.com';
const READY = /Service at http:\/\/127\.0\.0\.1:\d+\n/;
const service = join(root, 'service');

function checkFile(work) {
  const folder = join(work, 'compose');
  mkdirSync(join(folder, 'secrets'), { recursive: true });
  for (const file of ['compose.yaml', 'Caddyfile', 'Dockerfile']) cpSync(join(service, file), join(folder, file));
  for (const name of ['admin_token', 'database_url', 'database_password', 'secrets_key'])
    writeFileSync(join(folder, 'secrets', name), '');
  run('docker-compose', ['config', '--quiet'], { cwd: folder });
  run('caddy', ['validate', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], { isQuiet: true });
}

/** The file as it is, on free ports, with certificates that Caddy signs itself. */
function writeCaddyfile({ servicePort, plainPort, tlsPort }) {
  const given = readFileSync(join(service, 'Caddyfile'), 'utf8');
  const options = `http_port ${plainPort}\n\thttps_port ${tlsPort}\n\tdefault_bind 127.0.0.1\n\tadmin off\n\tlocal_certs\n\tskip_install_trust`;
  return given.replace('{\n', `{\n\t${options}\n`).replaceAll('service:8787', `127.0.0.1:${servicePort}`);
}

/** Does `work` while Caddy runs with this configuration. */
function withCaddy(work, text, use) {
  const file = join(work, 'Caddyfile');
  writeFileSync(file, text);
  const folder = join(work, 'caddy');
  const shell = createShell({ ...process.env, HOME: work, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }, work);
  return shell.during(`exec caddy run --config '${file}' --adapter caddyfile`, /serving initial configuration/, use);
}

/** The snippet locks nothing but the dashboard: a request for each of the rest. */
const OPEN = [
  ['GET', '/summer'],
  ['GET', '/product/42/red'],
  ['GET', '/.well-known/assetlinks.json'],
  ['POST', '/api/link/match-link'],
  ['POST', '/api/clicks/1/device?app=my-app'],
  ['GET', `/api/icons/my-app/${'0'.repeat(32)}.png`],
  ['GET', '/banner.js'],
  ['GET', '/health'],
  ['GET', '/ready'],
  ['GET', '/api/session'],
  ['GET', '/api/links'],
];

/** The ways to write the dashboard's address that lead to it, or might. */
const CLOSED = [
  ...['/dashboard', '/dashboard/', '/dashboard/links/summer', '/dashboard/assets/none.js', '/dashboard?a=1'],
  ...['/%64ashboard/', '/dashboard%2flinks', '//dashboard/', '/./dashboard/', '/x/../dashboard/', '/DASHBOARD/'],
];

const askPlain = (port, path, options) => ask({ host: HOST, port, isPlain: true }, path, options);

/** The page's snippet for a proxy that signs people in, with a server that knows one person. */
async function checkForwardAuth(work, servicePort) {
  const snippet = readPages()
    .samples(PAGE, '')
    .find((sample) => sample.startsWith('@team '));
  const asked = [];
  const people = createServer((inbound, response) => {
    asked.push(`${inbound.url} ${inbound.headers['x-forwarded-uri']}`);
    response.writeHead(inbound.headers.cookie === 'team=ana' ? 204 : 401).end();
  });
  await new Promise((resolve) => people.listen(0, '127.0.0.1', resolve));
  const port = await freePort();
  const site = snippet
    .replace('auth.internal:9091', `127.0.0.1:${people.address().port}`)
    .replace('127.0.0.1:8787', `127.0.0.1:${servicePort}`);
  const configuration = `{\nadmin off\ndefault_bind 127.0.0.1\n}\nhttp://${HOST}:${port} {\n${site}}\n`;
  await withCaddy(work, configuration, async () => {
    for (const [method, path] of OPEN) {
      const [seen, own] = [await askPlain(port, path, { method }), await askPlain(servicePort, path, { method })];
      assert.equal(seen.status, own.status, `${method} ${path}`);
    }
    assert.deepEqual(asked, [], 'Nobody has to sign in for what must stay open.');
    for (const path of CLOSED) assert.equal((await askPlain(port, path)).status, 401, path);
    assert.equal(asked[0], '/api/verify /dashboard');
    const seen = await askPlain(port, '/dashboard/', { headers: { cookie: 'team=ana' } });
    assert.equal(seen.status, (await askPlain(servicePort, '/dashboard/')).status);
  });
  people.close();
}

async function checkCaddy(work) {
  const [servicePort, plainPort, tlsPort] = [await freePort(), await freePort(), await freePort()];
  const token = join(work, 'admin_token');
  writeFileSync(token, `${'0123456789abcdef'.repeat(2)}\n`);
  const variables = {
    PATH: process.env.PATH,
    HOME: work,
    PORT: String(servicePort),
    DATA_FOLDER: join(work, 'data'),
    ADMIN_TOKEN_FILE: token,
    TRUSTED_PROXIES: '1',
    DRAIN_SECONDS: '0',
  };
  const shell = createShell(variables, work);
  // Optimising PGlite's code takes longer than the check runs it.
  const main = `exec node --liftoff-only '${join(service, 'dist/bin/main.js')}'`;
  const askTls = (host, path) => ask({ host, port: tlsPort, rejectUnauthorized: false }, path);
  const checkHosts = async () => {
    await shell.run(`(${main} apps add --id my-app --name "My App" --host ${HOST})`);
    const { output: link } = await shell.run(`(${main} links add --app my-app --to /product/42)`);
    const seen = await askTls(HOST, new URL(link.trim()).pathname);
    assert.equal(seen.status, 200, JSON.stringify(seen));
    assert.match(seen.text, /<title>[^<]*My App/);
    assert.match(seen.headers['strict-transport-security'], /^max-age=/);
    const noCertificate = 'Caddy has a certificate for a host that no app has.';
    await assert.rejects(askTls('other.example.com', '/'), /alert/, noCertificate);
    const { headers } = await askPlain(plainPort, '/x');
    assert.match(headers.location, new RegExp(`^https://${HOST}(:${tlsPort})?/x$`));
  };
  await shell.during(main, READY, async () => {
    await withCaddy(work, writeCaddyfile({ servicePort, plainPort, tlsPort }), checkHosts);
    await checkForwardAuth(work, servicePort);
  });
}

/** Needs the service, built. */
await step('service/compose.yaml', () =>
  withFolder(async (work) => {
    checkFile(work);
    await checkCaddy(work);
  })
);
