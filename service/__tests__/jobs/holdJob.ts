import { createJobRunner } from '../../src/jobs/createJobRunner.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';

/** A process that holds a job until it is killed: its arguments are the database, the job's name and the lease. */
const [url = '', name = '', leaseMs = ''] = process.argv.slice(2);
const { queries } = await openDatabase({ url });
const run = () => {
  console.log('running');
  return new Promise<never>(() => {});
};
const jobs = [{ name, everyMs: 1_000, run }];
await createJobRunner({ jobs, queries, clock: Date.now, log: () => {}, leaseMs: Number(leaseMs) }).run(name);
