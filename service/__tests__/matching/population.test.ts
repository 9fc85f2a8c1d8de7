import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measure } from '../../bench/matching/figures.ts';
import { POPULATION } from '../../bench/matching/population.ts';
import { simulate } from '../../bench/matching/simulate.ts';
import { DEFAULT_MIN_CONFIDENCE } from '../../src/matching/startValues.ts';

/** A short run of the bench, with a fixed seed. `npm run bench:matching` has the figures that the docs name. */
const outcomes = simulate({
  people: POPULATION,
  clicksPerHour: 5_000,
  warmUpHours: 8,
  hours: 4,
  seed: 1,
  minConfidence: DEFAULT_MIN_CONFIDENCE,
  // In so short a time too few pages report after a tap to learn from.
  deviceReport: 'always',
});

for (const [platform, leastRecall] of [
  ['ios', 0.68],
  ['android', 0.68],
] as const) {
  test(`simulated people get their links (${platform})`, () => {
    const ofPlatform = outcomes.filter((outcome) => outcome.platform === platform);
    const { precision, recall, organicMatched } = measure(ofPlatform, DEFAULT_MIN_CONFIDENCE);
    assert.ok(precision >= 0.98, `precision ${precision}`);
    assert.ok(recall >= leastRecall, `recall ${recall}`);
    assert.ok(organicMatched <= 0.005, `organic installs matched ${organicMatched}`);
  });
}
