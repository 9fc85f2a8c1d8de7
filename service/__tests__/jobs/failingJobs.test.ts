import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeletionsJob } from '../../src/jobs/deletions.ts';
import { createDigestsJob } from '../../src/jobs/digests.ts';
import { createPartitionsJob } from '../../src/jobs/partitions.ts';
import { createRetentionJob } from '../../src/jobs/retention.ts';
import type { Queries } from '../../src/storage/base/Database.ts';

const fail = () => {
  throw new Error('The database is gone');
};

const queries = new Proxy({} as Queries, { get: () => fail });
const clock = Date.now;

const JOBS = [
  createDeletionsJob({ queries }),
  createDigestsJob({ queries, clock }),
  createPartitionsJob({ queries, clock }),
  createRetentionJob({ queries, clock }),
];

for (const { name, run } of JOBS) {
  test(`the job ${name} waits for its work, and fails with it`, async () => {
    await assert.rejects(async () => run(new AbortController().signal), /The database is gone/);
  });
}
