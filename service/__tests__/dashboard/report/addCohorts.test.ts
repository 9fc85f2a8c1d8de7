import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCohorts, type Cohort } from '../../../dashboard/src/report/addCohorts.ts';

const euro = (sum: string) => ({ currency: 'EUR', sum });
const none = { d1: null, d7: null, d30: null };

const OLD: Cohort = {
  week: '2026-03-02',
  installs: 10,
  oldEnough: { d1: 10, d7: 6, d30: 0 },
  buyers: { d1: 2, d7: 3, d30: null },
  revenue: { d1: [euro('0.1')], d7: [euro('30.5'), { currency: null, sum: '4' }], d30: null },
  returned: { d1: 5, d7: 1, d30: null },
};
const YOUNG: Cohort = {
  week: '2026-03-09',
  installs: 4,
  oldEnough: { d1: 3, d7: 0, d30: 0 },
  buyers: { d1: 1, d7: null, d30: null },
  revenue: { d1: [euro('0.2')], d7: null, d30: null },
  returned: { d1: 0, d7: null, d30: null },
};

test('cohorts add up, with how many of each are old enough', () => {
  assert.deepEqual(addCohorts([OLD, YOUNG]), {
    installs: 14,
    oldEnough: { d1: 13, d7: 6, d30: 0 },
    buyers: { d1: 3, d7: 3, d30: null },
    revenue: { d1: [euro('0.3')], d7: [euro('30.5'), { currency: null, sum: '4' }], d30: null },
    returned: { d1: 5, d7: 1, d30: null },
  });
});

test('of cohorts of which none is old enough, or that log nothing, nothing is known', () => {
  const young = { ...YOUNG, oldEnough: { d1: 0, d7: 0, d30: 0 }, buyers: none, revenue: none, returned: null };
  const { buyers, revenue, returned } = addCohorts([young, young]);
  assert.deepEqual({ buyers, revenue, returned }, { buyers: none, revenue: none, returned: null });
});
