import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNetworkNames } from '../../src/flow/createNetworkNames.ts';
import { OTHER_PATHS } from '../../src/values/linkPaths.ts';

const visit = (app: number, code: string, network = '198.51.100.1') => ({ appId: `app-${app}`, network, code });

test('a path that is counted stays counted that day, however many apps there are', () => {
  const boundNames = createNetworkNames(() => 0);
  for (let round = 0; round < 60; round += 1) {
    for (let app = 0; app < 150; app += 1) assert.equal(boundNames(visit(app, '/sale')).code, '/sale');
  }
});

test('a network that makes up paths is bounded in each app, and again the next day', () => {
  const clock = { now: 0 };
  const boundNames = createNetworkNames(() => clock.now);
  const countNew = (app: number) =>
    Array.from({ length: 60 }, (_, path) => boundNames(visit(app, `/made-up-${path}`))).filter(
      ({ code }) => code !== OTHER_PATHS
    ).length;
  assert.deepEqual([countNew(1), countNew(1), countNew(2)], [50, 50, 50]);
  clock.now += 24 * 60 * 60 * 1000;
  assert.equal(countNew(1), 50);
});
