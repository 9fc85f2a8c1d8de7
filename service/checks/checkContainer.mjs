// Builds service/Dockerfile for real, starts the image and asks it. Needs root, buildah and debootstrap; it takes some
// minutes, so `npm run check` leaves it out. Without an image registry, the base image is made from Debian's packages.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createShell } from '../../scripts/createShell.mjs';
import { freePort } from '../../scripts/freePort.mjs';
import { root } from '../../scripts/library.mjs';
import { run, step } from '../../scripts/run.mjs';

const BASE = 'docker.io/library/node:24-bookworm-slim';
const IMAGE = 'localhost/deferred-link-service';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

const work = mkdtempSync(join(tmpdir(), 'deferred-link-container-'));
const STORAGE = ['--storage-driver', 'vfs', '--root', join(work, 'storage'), '--runroot', join(work, 'run')];

const buildah = (...args) => run('buildah', [...STORAGE, ...args]);
const ask = (...args) => run('buildah', [...STORAGE, ...args], { isQuiet: true }).stdout.trim();

/** What Docker's own image has and the service needs: Debian, Node, npm and the user `node`. */
function makeBase() {
  const folder = join(work, 'debian');
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder], { isQuiet: true });
  const local = join(folder, 'usr/local');
  const packages = join(work, 'packages');
  mkdirSync(packages);
  run('npm', ['install', '--prefix', packages, '--no-save', 'node@24', 'npm@11'], { isQuiet: true });
  cpSync(join(packages, 'node_modules/node/bin/node'), join(local, 'bin/node'));
  cpSync(join(packages, 'node_modules/npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  run('chroot', [folder, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
  const container = ask('from', 'scratch');
  ask('add', container, folder, '/');
  ask('commit', '--rm', container, BASE);
}

/** The machine's own settings of npm and its certificates, which an image must not contain. */
function npmVolumes() {
  const setting = (name) => run('npm', ['config', 'get', name], { isQuiet: true }).stdout.trim();
  const files = {
    [setting('userconfig')]: '/root/.npmrc',
    [setting('globalconfig')]: '/usr/local/etc/npmrc',
    [CERTIFICATES]: CERTIFICATES,
  };
  const known = Object.entries(files).filter(([file]) => existsSync(file));
  return known.flatMap(([file, place]) => ['--volume', `${file}:${place}:ro`]);
}

/** Starts the image's own command. The container shares this machine's network, so it listens on loopback only. */
function startImage(container, port) {
  const { Cmd: command } = JSON.parse(ask('inspect', '--type', 'image', IMAGE)).OCIv1.config;
  const settings = ['--env', 'HOST=127.0.0.1', '--env', `PORT=${port}`];
  const args = [...STORAGE, 'run', '--isolation', 'chroot', ...settings, container, '--', ...command];
  return createShell(process.env, work).stay(`exec buildah ${args.join(' ')}`, /Dashboard at/);
}

async function checkImage() {
  const container = ask('from', '--pull-never', IMAGE);
  const port = await freePort();
  const { ended } = await startImage(container, port);
  const inside = (...command) =>
    ask('run', '--isolation', 'chroot', '--env', `PORT=${port}`, container, '--', ...command);
  try {
    const get = async (path) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: response.status, text: await response.text() };
    };
    assert.deepEqual(await get('/ready'), { status: 200, text: '{"status":"ok"}' });
    const dashboard = await get('/dashboard');
    assert.equal(dashboard.status, 200);
    assert.match(dashboard.text, /<script type="module"/, 'The image has no dashboard.');
    assert.match(inside('deferred-link-service', 'apps', 'list'), /There is no app yet/);
    assert.equal(inside('id', '-un'), 'node');
    console.log(`Ready on Node ${inside('node', '--version')}, with its dashboard.`);
  } finally {
    // buildah passes no signal on, so this stands for `docker stop`.
    inside('node', '--eval', "process.kill(JSON.parse(fs.readFileSync('/data/lock', 'utf8')).pid)");
    assert.equal(await ended, 0, 'SIGTERM does not end the container in good order.');
  }
}

try {
  await step('a base image from Debian’s packages', makeBase);
  await step('docker build', () =>
    buildah('bud', '--isolation', 'chroot', '--pull-never', ...npmVolumes(), '--tag', IMAGE, join(root, 'service'))
  );
  await step('the image, started', checkImage);
} finally {
  rmSync(work, { recursive: true, force: true });
}
