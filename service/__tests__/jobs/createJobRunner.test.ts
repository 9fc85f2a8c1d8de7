import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { fileURLToPath } from 'node:url';
import { createJobRunner, type JobRunnerOptions } from '../../src/jobs/createJobRunner.ts';
import type { Job, JobOutcome } from '../../src/jobs/Job.ts';
import { createMetrics } from '../../src/server/createMetrics.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import type { Queries } from '../../src/storage/base/Database.ts';
import { claimJob, listStoredJobs } from '../../src/storage/base/jobs.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { onEachDatabase, onPostgres } from '../support/onEachDatabase.ts';
import { HOUR_MS } from '../../src/values/durations.ts';

const DONE: JobOutcome = { kind: 'done' };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let wait = 0; wait < 10_000; wait += 1) {
    if (await isTrue()) return;
    await pause(5);
  }
  assert.fail('This should have happened within a minute.');
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const newName = () => `job-${randomUUID()}`;

/** Ends when the signal is aborted, and not before. */
const untilStopped = (signal: AbortSignal) =>
  new Promise<JobOutcome>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')));
  });

function runnerOf(queries: Queries, job: Job, options: Partial<JobRunnerOptions> = {}) {
  return createJobRunner({ jobs: [job], queries, clock: Date.now, log: () => {}, ...options });
}

/** Until the run under way has renewed its lease once. */
async function untilRenewed(queries: Queries, name: string): Promise<void> {
  const readEnd = async () => {
    const found = await queries.execute(sql`SELECT leased_until::text AS "end" FROM jobs WHERE name = ${name}`);
    return rowsOf<{ end: string | null }>(found)[0]?.end;
  };
  const first = await readEnd();
  await until(async () => (await readEnd()) !== first);
}

/** Runs `job` on both instances as often as possible; returns how many runs there were, and how many at once. */
async function race(instances: readonly Queries[]): Promise<{ runs: number; mostAtOnce: number }> {
  let [runs, atOnce, mostAtOnce] = [0, 0, 0];
  const job: Job = {
    name: newName(),
    everyMs: 1,
    run: async () => {
      runs += 1;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await pause(3);
      atOnce -= 1;
      return DONE;
    },
  };
  const runners = instances.map((queries) => runnerOf(queries, job));
  for (const runner of runners) runner.start();
  await until(() => runs >= 20);
  await Promise.all(runners.map((runner) => runner.stop()));
  return { runs, mostAtOnce };
}

onEachDatabase('the runner of jobs', (opened) => {
  const runner = (job: Job, options?: Partial<JobRunnerOptions>) => runnerOf(opened.database.queries, job, options);

  test('two runners never run the same job at once', async () => {
    const { queries } = opened.database;
    assert.equal((await race([queries, queries])).mostAtOnce, 1);
  });

  test('a job is due a while after its last run ended, whichever instance ran it', async () => {
    let runs = 0;
    const run = () => {
      runs += 1;
      return Promise.resolve(DONE);
    };
    const hourly = { name: newName(), everyMs: HOUR_MS, run };
    const first = runner(hourly);
    first.start();
    await until(async () => (await first.list())[0]?.succeededAt !== null);
    await first.stop();
    const second = runner(hourly);
    second.start();
    await pause(50);
    await second.stop();
    assert.equal(runs, 1);
    const frequent = runner({ ...hourly, everyMs: 1 });
    frequent.start();
    await until(() => runs >= 4);
    await frequent.stop();
  });

  test('a job is due if its last run ended in the future, because the database’s clock was set back', async () => {
    const { queries } = opened.database;
    const job = { name: newName(), holder: 'any', leaseMs: HOUR_MS, everyMs: HOUR_MS };
    await queries.execute(sql`INSERT INTO jobs (name, finished_at) VALUES (${job.name}, now() + interval '1 hour')`);
    assert.deepEqual(await claimJob(queries, job), { kind: 'claimed' });
  });

  test('a job of every instance runs on each, whoever else runs it', async () => {
    const runs = [0, 0];
    const name = newName();
    const runners = runs.map((_, index) =>
      runner({
        name,
        everyMs: HOUR_MS,
        isPerInstance: true,
        run: () => {
          runs[index] = (runs[index] ?? 0) + 1;
          return Promise.resolve(DONE);
        },
      })
    );
    for (const each of runners) each.start();
    await until(() => runs.every((count) => count === 1));
    assert.deepEqual(await runners[0]?.run(name), { kind: 'per-instance' });
    await Promise.all(runners.map((each) => each.stop()));
    assert.deepEqual(runs, [1, 1]);
  });

  test('a holder that is killed loses its job when the lease ends, and not before', async () => {
    const { queries } = opened.database;
    const name = newName();
    const killed = { name, holder: 'killed', leaseMs: HOUR_MS, everyMs: HOUR_MS };
    assert.equal((await claimJob(queries, killed)).kind, 'claimed');
    let ranAt = 0;
    const run = () => {
      ranAt = performance.now();
      return Promise.resolve(DONE);
    };
    const survivor = runner({ name, everyMs: HOUR_MS, run });
    assert.deepEqual(await survivor.run(name), { kind: 'busy' });
    const startedAt = performance.now();
    await queries.execute(sql`UPDATE jobs SET leased_until = now() + interval '300 ms' WHERE name = ${name}`);
    survivor.start();
    await until(() => ranAt > 0);
    await survivor.stop();
    assert.ok(ranAt - startedAt >= 290, `${ranAt - startedAt} ms`);
  });

  test('a run renews its lease, and so keeps the job for as long as it takes', async (t) => {
    const name = newName();
    const end = deferred();
    t.after(end.resolve);
    const holder = runner(
      {
        name,
        everyMs: HOUR_MS,
        run: async () => {
          await end.promise;
          return DONE;
        },
      },
      { leaseMs: 6_000 }
    );
    const running = holder.run(name);
    await until(async () => (await holder.list())[0]?.isRunning === true);
    await untilRenewed(opened.database.queries, name);
    const other = runner({ name, everyMs: HOUR_MS, run: () => assert.fail('It runs elsewhere.') });
    assert.deepEqual(await other.run(name), { kind: 'busy' });
    end.resolve();
    assert.deepEqual(await running, DONE);
  });

  test('a run whose job was taken over has to stop, and changes nothing about the new holder', async () => {
    const { queries } = opened.database;
    const name = newName();
    const suspended = runner({ name, everyMs: HOUR_MS, run: untilStopped }, { leaseMs: 3_000 });
    const running = suspended.run(name);
    await until(async () => (await suspended.list())[0]?.isRunning === true);
    await queries.execute(`UPDATE jobs SET holder = 'other' WHERE name = '${name}'`);
    assert.deepEqual(await running, { kind: 'stopped' });
    assert.equal((await listStoredJobs(queries)).get(name)?.isRunning, true);
  });

  test('a stop tells the run under way, waits for its end, and leaves the job to others at once', async () => {
    const name = newName();
    const cleanup = deferred();
    const steps: string[] = [];
    const first = runner({
      name,
      everyMs: HOUR_MS,
      run: async (signal) => {
        await untilStopped(signal).catch(() => steps.push('told'));
        await cleanup.promise;
        steps.push('ended');
        signal.throwIfAborted();
        return DONE;
      },
    });
    first.start();
    await until(async () => (await first.list())[0]?.isRunning === true);
    const stopped = first.stop().then(() => steps.push('stopped'));
    await pause(20);
    assert.deepEqual(steps, ['told']);
    cleanup.resolve();
    await stopped;
    assert.deepEqual(steps, ['told', 'ended', 'stopped']);
    assert.deepEqual(await first.run(name), { kind: 'stopped' });

    let runs = 0;
    const run = () => {
      runs += 1;
      return Promise.resolve(DONE);
    };
    const second = runner({ name, everyMs: HOUR_MS, run });
    second.start();
    await until(() => runs === 1);
    await second.stop();
  });

  test('failures are counted and logged, and the job runs again when it is due', async () => {
    const metrics = createMetrics();
    const logged: { level: string; message: string; fields: unknown }[] = [];
    const name = newName();
    const outcomes: (() => JobOutcome)[] = [
      () => {
        throw new Error('no luck');
      },
      () => ({ kind: 'refused', reason: 'Not today' }),
      () => DONE,
    ];
    let runs = 0;
    const run = () => new Promise<JobOutcome>((resolve) => resolve(outcomes[Math.min(runs++, 2)]?.() ?? DONE));
    const startedAt = Date.now() - 10 * HOUR_MS;
    const failing = runner(
      { name, everyMs: 1, run },
      {
        metrics,
        clock: () => startedAt,
        log: (level, message, fields) => logged.push({ level, message, fields }),
      }
    );
    const read = async (metric: string) =>
      Number(new RegExp(`^${metric}\\{name="${name}"\\} (\\S+)$`, 'm').exec((await metrics.read()).text)?.[1]);
    failing.start();
    assert.equal(await read('job_last_success_timestamp_seconds'), startedAt / 1_000);
    await until(() => runs > 3);
    await failing.stop();
    assert.equal(await read('job_failures_total'), 2);
    assert.ok((await read('job_duration_seconds_count')) >= 3);
    assert.ok(Math.abs((await read('job_last_success_timestamp_seconds')) - Date.now() / 1_000) < 60);
    assert.equal(logged.length, 2);
    assert.deepEqual([logged[0]?.level, logged[0]?.message], ['error', `The job ${name} failed`]);
    assert.equal((logged[0]?.fields as { message: string }).message, 'no luck');
    assert.deepEqual(logged[1], { level: 'warn', message: 'Not today', fields: { job: name } });
  });

  test('an instance that never gets the job reports the success of the one that does', async () => {
    const name = newName();
    const run = () => Promise.resolve(DONE);
    assert.deepEqual(await runner({ name, everyMs: HOUR_MS, run }).run(name), DONE);
    const metrics = createMetrics();
    const idle = runner(
      { name, everyMs: HOUR_MS, run: () => assert.fail('It is not due.') },
      { metrics, clock: () => 0 }
    );
    idle.start();
    const sample = new RegExp(`^job_last_success_timestamp_seconds\\{name="${name}"\\} [1-9]`, 'm');
    await until(async () => sample.test((await metrics.read()).text));
    await idle.stop();
  });

  test('a run by hand does not wait until the job is due, and joins a run of the same process', async () => {
    const name = newName();
    let runs = 0;
    const end = deferred();
    const manual = runner({
      name,
      everyMs: HOUR_MS,
      run: async () => {
        runs += 1;
        if (runs === 3) await end.promise;
        return DONE;
      },
    });
    assert.deepEqual(await manual.run(name), DONE);
    assert.deepEqual(await manual.run(name), DONE);
    const third = manual.run(name);
    await until(() => runs === 3);
    const joined = manual.run(name);
    end.resolve();
    assert.deepEqual(await Promise.all([third, joined]), [DONE, DONE]);
    assert.equal(runs, 3);
    assert.deepEqual(await manual.run('nothing'), { kind: 'unknown' });
  });
});

onPostgres('instances that share a database', (url) => {
  test('never run the same job at once', async () => {
    const databases = await Promise.all([openDatabase({ url: url() }), openDatabase({ url: url() })]);
    try {
      assert.equal((await race(databases.map(({ queries }) => queries))).mostAtOnce, 1);
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });

  test('take over the job of a process that was killed', async () => {
    const database = await openDatabase({ url: url() });
    const file = fileURLToPath(new URL('./holdJob.ts', import.meta.url));
    const name = newName();
    const child = spawn(process.execPath, ['--import', 'tsx', file, url(), name, '3000'], { stdio: 'pipe' });
    try {
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      assert.equal(said.toString(), 'running\n');
      let runs = 0;
      const run = () => {
        runs += 1;
        return Promise.resolve(DONE);
      };
      const survivor = runnerOf(database.queries, { name, everyMs: HOUR_MS, run });
      survivor.start();
      await untilRenewed(database.queries, name);
      assert.equal(runs, 0);
      child.kill('SIGKILL');
      await until(() => runs === 1);
      await survivor.stop();
    } finally {
      child.kill('SIGKILL');
      await database.close();
    }
  });

  test('stop a run before its lease ends if the database does not answer', async (t) => {
    const database = await openDatabase({ url: url() });
    const name = newName();
    const isAway = deferred();
    let away = false;
    const queries = new Proxy(database.queries, {
      get: (target, property) => {
        if (away && property === 'execute') return () => Promise.reject(new Error('Connection terminated'));
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    try {
      let now = 0;
      t.mock.method(performance, 'now', () => now);
      t.mock.timers.enable({ apis: ['setInterval'] });
      let isStopped = false;
      const run = (signal: AbortSignal) => {
        away = true;
        isAway.resolve();
        signal.addEventListener('abort', () => (isStopped = true));
        return untilStopped(signal);
      };
      const outcome = runnerOf(queries, { name, everyMs: HOUR_MS, run }, { leaseMs: 6_000 }).run(name);
      await isAway.promise;
      for (; !isStopped; t.mock.timers.tick(1_000)) now += 1_001;
      assert.ok(now < 6_000, `${now} ms`);
      assert.deepEqual(await outcome, { kind: 'stopped' });
    } finally {
      await database.close();
    }
  });
});
