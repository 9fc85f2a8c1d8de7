import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { FLOWS, readYaml } from '../hand/readStories.mjs';

/** What makes the emulator another one. */
const MACHINE = ['api-level', 'target', 'arch', 'profile', 'ram-size', 'disk-size', 'force-avd-creation'];
const PINNED = /@[\da-f]{40}$/;

const [{ jobs }] = readYaml(join(FLOWS, '../../.github/workflows/phones.yml'));
const steps = Object.values(jobs).flatMap((job) => job.steps);

test('every action that the virtual phones need is pinned to a commit', () => {
  for (const { uses } of steps) if (uses !== undefined) assert.match(uses, PINNED);
});

test('every step with a virtual phone has a time limit, and so has its job', () => {
  for (const { 'timeout-minutes': limit, ...rest } of [...Object.values(jobs), ...steps]) {
    assert.ok(limit > 0, JSON.stringify(rest));
  }
});

test('the emulator starts for the stories as it did for its snapshot', () => {
  const [first, second] = jobs.android.steps.filter(({ with: { script } = {} }) => script);
  assert.equal(second.uses, first.uses);
  for (const name of MACHINE) assert.equal(second.with[name], first.with[name], name);
  assert.equal(second.with['emulator-options'], `-no-snapshot-save ${first.with['emulator-options']}`);
});
