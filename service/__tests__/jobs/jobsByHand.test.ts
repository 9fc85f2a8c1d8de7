import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createJobRunner } from '../../src/jobs/createJobRunner.ts';
import type { JobOutcome } from '../../src/jobs/Job.ts';
import { startService } from '../../src/server/startService.ts';
import { errorCode } from '../support/errorCode.ts';
import { onOneDatabase, onPostgres } from '../support/onEachDatabase.ts';
import { fillFolder } from '../support/openMemory.ts';
import { openShop } from '../support/openShop.ts';
import { callCommand } from '../support/runService.ts';

onOneDatabase('the endpoints of jobs', (opened) => {
  async function openJobShop() {
    const outcomes: Record<string, () => Promise<JobOutcome>> = {
      good: () => Promise.resolve({ kind: 'done' }),
      refusing: () => Promise.resolve({ kind: 'refused', reason: 'Not today' }),
      broken: () => Promise.reject(new Error('no luck')),
    };
    const named = Object.entries(outcomes).map(([name, run]) => ({ name, everyMs: 60_000, run }));
    const alone = {
      name: 'alone',
      everyMs: 1_000,
      isPerInstance: true,
      run: () => Promise.resolve({ kind: 'done' as const }),
    };
    const { queries } = opened.database;
    const jobs = createJobRunner({ jobs: [...named, alone], queries, clock: Date.now, log: () => {} });
    const shop = await openShop(opened.database, { jobs });
    const run = (name: string) => shop.callAsAdmin(`/api/jobs/${name}/run`, { method: 'POST' });
    return { shop, run };
  }

  test('an admin runs a job, and sees when it succeeded', async () => {
    const { shop, run } = await openJobShop();
    const answer = await run('good');
    assert.equal(answer.status, 200);
    assert.equal(typeof ((await answer.json()) as { seconds: unknown }).seconds, 'number');
    const { jobs } = (await (await shop.callAsAdmin('/api/jobs')).json()) as { jobs: { succeededAt: string | null }[] };
    assert.ok(Math.abs(Date.parse(jobs[0]?.succeededAt ?? '') - Date.now()) < 60_000);
    const other = { everySeconds: 60, isPerInstance: false, isRunning: false, succeededAt: null };
    assert.deepEqual(jobs.slice(1), [
      { ...other, name: 'refusing' },
      { ...other, name: 'broken' },
      { ...other, name: 'alone', everySeconds: 1, isPerInstance: true },
    ]);
  });

  test('a run that does not succeed says why', async () => {
    const { run } = await openJobShop();
    for (const [name, status, code] of [
      ['refusing', 409, 'job_refused'],
      ['broken', 500, 'job_failed'],
      ['alone', 409, 'job_per_instance'],
      ['nothing', 404, 'job_unknown'],
    ] as const) {
      const answer = await run(name);
      assert.equal(answer.status, status, name);
      assert.equal(errorCode(await answer.json()), code);
    }
  });

  test('an owner neither sees nor runs jobs', async () => {
    const { shop } = await openJobShop();
    assert.equal((await shop.callAsOwner('/api/jobs')).status, 401);
    assert.equal((await shop.callAsOwner('/api/jobs/good/run', { method: 'POST' })).status, 401);
  });
});

/** A word in the row of a table that begins with this name. */
const rowOf = (text: string, name: string) => text.split('\n').find((line) => line.startsWith(name)) ?? '';

async function checkCommands(environment: Record<string, string>): Promise<void> {
  const ran = await callCommand(['jobs', 'run', 'rollups'], environment);
  assert.equal(ran.code, 0, ran.errors);
  assert.match(ran.text, /^Ran rollups in \d+\.\d s\.\n$/);
  const { text } = await callCommand(['jobs', 'list'], environment);
  assert.match(rowOf(text, 'rollups'), /^rollups +10 s +one instance +no +20\d\d-/);
  assert.match(rowOf(text, 'retention'), /^retention +3600 s +one instance/);
  assert.match(rowOf(text, 'learning'), /^learning +300 s +every instance/);
  const unknown = await callCommand(['jobs', 'run', 'nothing'], environment);
  assert.equal(unknown.code, 1);
  assert.equal(unknown.errors, 'There is no job named nothing.\n');
}

describe('the commands of jobs', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deferred-link-jobs-'));
    await fillFolder(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('go through the service that runs on the folder', async () => {
    const service = await startService({ port: 0, database: { folder } });
    assert.ok(service.kind === 'started');
    try {
      await checkCommands({ DATA_FOLDER: folder });
    } finally {
      await service.close();
    }
  });

  test('open the folder themselves if no service runs', () => checkCommands({ DATA_FOLDER: folder }));
});

onPostgres('the commands of jobs', (url) => {
  test('work beside a running service', async () => {
    const service = await startService({ port: 0, database: { url: url() } });
    assert.ok(service.kind === 'started');
    try {
      await checkCommands({ DATABASE_URL: url() });
    } finally {
      await service.close();
    }
  });
});
