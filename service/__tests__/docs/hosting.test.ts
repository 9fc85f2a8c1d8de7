import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readEnvironment } from '../../src/config/readEnvironment.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The settings that a page's commands write, as the service reads them. */
function settingsOf(environment: Record<string, string | undefined>) {
  const outcome = readEnvironment(environment);
  assert.ok(outcome.kind === 'read', outcome.kind === 'invalid' ? outcome.reason : '');
  return outcome.settings.start;
}

describe('the settings of a first start', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hosting-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  const run = (commands: string) => execFileSync('bash', ['-ec', commands], { cwd: folder, encoding: 'utf8' });

  test('docs/hosting-by-hand.md writes all that doctor and webhooks need', () => {
    const [, commands = ''] = /# checked: settings\n([^]*?)```/.exec(read('docs/hosting-by-hand.md')) ?? [];
    run(commands);
    const lines = readFileSync(join(folder, 'service.env'), 'utf8').trim().split('\n');
    const start = settingsOf(Object.fromEntries(lines.map((line) => line.split(/=(.*)/))));
    assert.equal(start.adminToken?.length, 48);
    assert.equal(start.secretsKeys?.length, 1);
  });

  test('docs/hosting.md writes every file that compose.yaml names', () => {
    run(/^mkdir .*secrets\n(?:.*> secrets\/\w+\n)+/m.exec(read('docs/hosting.md'))?.[0] ?? '');
    const compose = read('service/compose.yaml');
    const named = [...compose.matchAll(/file: \.\/secrets\/(\w+)/g)].map(([, name]) => name);
    assert.deepEqual(readdirSync(join(folder, 'secrets')).sort(), named.sort());
    const files = [...compose.matchAll(/(\w+_FILE): \/run\/secrets\/(\w+)\n {6}/g)];
    const start = settingsOf(
      Object.fromEntries(files.map(([, variable = '', name = '']) => [variable, join(folder, 'secrets', name)]))
    );
    assert.equal(start.adminToken?.length, 48);
    assert.equal(start.secretsKeys?.length, 1);
    assert.match(start.database?.url ?? '', /^postgres:\/\/links:\w{48}@postgres\/links$/);
  });
});
