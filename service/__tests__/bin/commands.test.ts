import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { appOptions } from '../../src/bin/apps.ts';
import { findCommand } from '../../src/bin/commands.ts';
import { linkOptions } from '../../src/bin/links.ts';
import { png } from '../support/icons.ts';
import { onPostgres } from '../support/onEachDatabase.ts';
import { fillFolder } from '../support/openMemory.ts';
import { callCommand, runCommand, runService } from '../support/runService.ts';

const keyIn = (text: string, kind: 'pk' | 'sk') => new RegExp(`${kind}_[\\w-]{32}`).exec(text)?.[0] ?? '';

test('the help names every option of an app and of a link', () => {
  const help = findCommand(['--help']);
  assert.ok(help.kind === 'help');
  const options = Object.keys({ ...appOptions, ...linkOptions });
  assert.deepEqual(
    options.filter((name) => !help.text.includes(`--${name} `)),
    []
  );
  assert.match(help.text, /--disabled true\|false\]/);
});

describe('the commands', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deferred-link-commands-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('go through the service that runs on the folder, from the first app to a resolved link', async () => {
    const environment = { PORT: '0', DATA_FOLDER: join(folder, 'running') };
    await fillFolder(environment.DATA_FOLDER);
    const server = runService([], environment);
    const [, url = ''] = await server.says(/Service at (\S+)\n/);
    try {
      const added = await runCommand(
        [
          'apps',
          'add',
          '--id',
          'my-app',
          '--name',
          'My App',
          '--host',
          'go.example.com',
          '--android-package',
          'com.example.app',
        ],
        environment
      );
      assert.equal(added.code, 0, added.errors);
      const publishableKey = keyIn(added.text, 'pk');
      const link = await callCommand(
        [
          ...['links', 'add', '--app', 'my-app', '--to', '/product/42', '--code', 'forty-two', '--data', '{"a":1}'],
          ...['--desktop-fallback', 'https://shop.example/42'],
        ],
        environment
      );
      assert.equal(link.text, 'https://go.example.com/forty-two\n', link.errors);
      const file = join(folder, 'links.csv');
      const importFile = async (text: string, ...options: string[]) => {
        await writeFile(file, text);
        return callCommand(['links', 'import', file, '--app', 'my-app', ...options], environment);
      };
      const trial = await importFile('code,destination\nold/one,/one\n', '--dry-run');
      assert.equal(trial.text, '1 would be created\nA dry run: nothing was stored.\n', trial.errors);
      assert.equal((await importFile('code,destination\nold/one,/one\n')).text, '1 created\n');
      assert.equal((await importFile('code,destination\nold/one,/one\n')).text, '1 already there\n');
      const other = await importFile('code,destination\nold/one,/two\n');
      assert.match(other.text, /^2 +old\/one +already there with other values, left unchanged$/m);
      const broken = await importFile('code,destination\nold/two,nowhere\n');
      assert.equal(broken.code, 1);
      assert.match(broken.errors, /^line 2 destination must be a web link/);
      const tried = await importFile('code,destination\nold/two,nowhere\n', '--dry-run');
      assert.equal(tried.code, 1, tried.errors);
      assert.match(tried.text, /destination must be a web link/);
      const resolved = await fetch(`${url}/api/link/resolve-short`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${publishableKey}`,
          'x-app-id': 'my-app',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ url: 'https://go.example.com/forty-two' }),
      });
      assert.deepEqual(await resolved.json(), { link: '/product/42', data: { a: 1 } });
      const desktop = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
      const visit = await fetch(`${url}/forty-two`, { headers: desktop, redirect: 'manual' });
      assert.equal(visit.headers.get('location'), 'https://shop.example/42');
      const icon = join(folder, 'icon.png');
      await writeFile(icon, png(64));
      const branded = await callCommand(
        [
          ...['apps', 'set', 'my-app', '--icon', icon, '--accent', '#2563EB', '--landing', 'direct'],
          ...['--text', 'de.headline=1 + 1 = 2', '--text', 'de.getButton=Laden', '--text', 'ja.headline=開く'],
        ],
        environment
      );
      const { icon: address, accent, landing, texts } = JSON.parse(branded.text) as Record<string, unknown>;
      assert.equal((await fetch(`${url}${String(address)}`)).status, 200);
      assert.deepEqual([accent, landing], ['#2563eb', 'direct']);
      assert.deepEqual(texts, { de: { headline: '1 + 1 = 2', getButton: 'Laden' }, ja: { headline: '開く' } });
      const unbranded = await callCommand(['apps', 'set', 'my-app', '--icon', '', '--text', ''], environment);
      const left = JSON.parse(unbranded.text) as Record<string, unknown>;
      assert.deepEqual([left.icon, left.texts, left.accent], [null, {}, '#2563eb']);
      const none = await callCommand(['apps', 'set', 'my-app', '--icon', join(folder, 'none.png')], environment);
      assert.match(none.errors, /^--icon can’t be read: ENOENT/);
      const page = ['links', 'add', '--app', 'my-app', '--to', '/a', '--code', 'a', '--landing', 'page'];
      assert.equal((await callCommand(page, environment)).code, 0);
      const doctor = await callCommand(['doctor', '--app', 'my-app'], environment);
      assert.equal(doctor.code, 1);
      assert.match(doctor.text, /✓ the app has a publishable key/);
      assert.match(doctor.text, /✗ no certificate of the Android app/);
      // The app has no App Store id, and no iOS app that would need one.
      assert.doesNotMatch(doctor.text, /App Store/);
    } finally {
      server.child.kill('SIGTERM');
      assert.equal(await server.ended, 0, server.output.errors);
    }
  });

  test('find the service on whatever address of this machine it listens', async () => {
    const environment = { HOST: '::1', PORT: '0', DATA_FOLDER: join(folder, 'elsewhere') };
    await fillFolder(environment.DATA_FOLDER);
    const server = runService([], environment);
    await server.says(/Service at http:\/\/\[::1\]:\d+\n/);
    try {
      const listed = await callCommand(['apps', 'list'], environment);
      assert.equal(listed.code, 0, listed.errors);
      assert.match(listed.text, /There is no app yet/);
    } finally {
      server.child.kill('SIGTERM');
      assert.equal(await server.ended, 0, server.output.errors);
    }
  });

  test('wait for a running service that is busy', async () => {
    const environment = { DATA_FOLDER: join(folder, 'busy') };
    await mkdir(environment.DATA_FOLDER);
    const service = createServer((_, response) => {
      setTimeout(() => response.setHeader('content-type', 'application/json').end('{"apps":[]}'), 2_500);
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const owner = { id: 'busy', pid: process.pid, place: 'here', url, token: 'local' };
    await writeFile(join(environment.DATA_FOLDER, 'lock'), JSON.stringify(owner));
    const listed = await callCommand(['apps', 'list'], environment);
    assert.match(listed.text, /There is no app yet/, listed.errors);
    service.close();
  });

  test('work without a running service, and say what is wrong', async () => {
    const environment = { DATA_FOLDER: join(folder, 'alone') };
    await fillFolder(environment.DATA_FOLDER);
    const none = await runCommand(['apps', 'list'], environment);
    assert.match(none.text, /There is no app yet/);
    const wrong = await callCommand(['apps', 'add', '--id', 'My App', '--name', 'My App'], environment);
    assert.equal(wrong.code, 1);
    assert.match(wrong.errors, /^id must have 1 to 64/);
    await callCommand(['apps', 'add', '--id', 'my-app', '--name', 'My App'], environment);
    const set = await callCommand(
      ['apps', 'set', 'my-app', '--host', 'go.example.com', '--scheme', 'myapp'],
      environment
    );
    assert.match(set.text, /"hosts": \[\n\s+"go\.example\.com"/);
    const ofNobody = await callCommand(['links', 'add', '--app', 'nobody', '--to', '/x'], environment);
    assert.deepEqual([ofNobody.code, ofNobody.errors], [1, 'You have no app with this id.\n']);
    const late = await callCommand(['links', 'add', '--app', 'my-app', '--to', '/x', '--expires', 'soon'], environment);
    assert.deepEqual([late.code, late.errors], [1, 'expiresAt must be a time such as 2030-01-01T00:00:00Z.\n']);
    const key = await callCommand(
      ['keys', 'add', '--app', 'my-app', '--kind', 'secret', '--scope', 'read', '--label', 'For the CI'],
      environment
    );
    const id = /Id: +(\S+)/.exec(key.text)?.[1] ?? '';
    assert.equal((await callCommand(['keys', 'revoke', id], environment)).text, `Revoked ${id}.\n`);
    const keys = await callCommand(['keys', 'list', '--app', 'my-app'], environment);
    assert.equal(keys.text.trim().split('\n').length, 4);
    assert.match(keys.text, new RegExp(`${id} +secret +read +\\S+ +For the CI `));
    assert.ok(!keys.text.includes(keyIn(key.text, 'sk')));
  });

  test('a command that there isn’t, an option that there isn’t and a missing one are one line each', async () => {
    for (const [args, message] of [
      [['app', 'add'], /^There is no command "app add"/],
      [['apps', 'add', '--nmae', 'x'], /--nmae/],
      [['apps', 'add', '--id', 'x'], /^--name is missing/],
      [['apps', 'set'], /^apps set takes ID/],
      [['keys', 'revoke', ''], /^keys revoke takes KEY_ID/],
    ] as const) {
      const { code, errors } = await callCommand(args, { DATA_FOLDER: join(folder, 'none') });
      assert.equal(code, 1);
      assert.match(errors, message);
    }
    assert.match((await callCommand(['--help'], {})).text, /apps add --id/);
  });
});

onPostgres('the commands', (url) => {
  test('work beside a running service', async () => {
    const environment = { PORT: '0', DATABASE_URL: url() };
    const server = runService([], environment);
    const [, address = ''] = await server.says(/Service at (\S+)\n/);
    try {
      const added = await runCommand(['apps', 'add', '--id', 'my-app', '--name', 'My App'], environment);
      assert.equal(added.code, 0, added.errors);
      const answer = await fetch(`${address}/api/links`, {
        headers: { authorization: `Bearer ${keyIn(added.text, 'sk')}`, 'x-app-id': 'my-app' },
      });
      assert.equal(answer.status, 200);
    } finally {
      server.child.kill('SIGTERM');
      assert.equal(await server.ended, 0, server.output.errors);
    }
  });
});
