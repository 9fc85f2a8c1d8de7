import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_FIGURES } from '../../../dashboard/src/report/figures.ts';
import { changeOf, textOf } from '../../../dashboard/src/report/measures.ts';

const installs = (count: number) => ({ ...NO_FIGURES, installs: count });
const change = (now: number, before: number) => changeOf(installs(now), installs(before), 'installs', null)?.text;

test('a change is told in percent, from few or to many times as much as what it was, and from none as new', () => {
  assert.equal(change(15, 10), '+50%');
  assert.equal(change(380, 2), 'was 2');
  assert.equal(change(1, 9), 'was 9');
  assert.equal(change(109, 10), '+990%');
  assert.equal(change(110, 10), 'was 10');
  assert.equal(change(3, 0), 'new');
  assert.equal(change(0, 0), undefined);
});

test('what it was is said once', () => {
  const wasOf = (now: number, before: number) => changeOf(installs(now), installs(before), 'installs', null)?.was;
  assert.equal(wasOf(15, 10), 'was 10');
  assert.equal(wasOf(380, 2), null);
  assert.equal(wasOf(3, 0), null);
});

test('a change that is rounded to none is neither good nor bad', () => {
  const was = 'was 1,000';
  assert.deepEqual(changeOf(installs(1_003), installs(1_000), 'installs', null), { text: '0%', was, tone: 'quiet' });
  assert.deepEqual(changeOf(installs(1_006), installs(1_000), 'installs', null), { text: '+1%', was, tone: 'good' });
  const rate = (conversion: number) => ({ ...NO_FIGURES, conversion, visitors: 5_000, installs: 1_700 });
  assert.deepEqual(changeOf(rate(0.3404), rate(0.3402), 'conversion', null), {
    text: '0.0 points',
    was: 'was 34.0',
    tone: 'quiet',
  });
});

test('revenue from few purchases is told as what it was', () => {
  const sold = (sum: string, purchases: number) => ({ ...NO_FIGURES, purchases, revenue: [{ currency: 'EUR', sum }] });
  assert.equal(changeOf(sold('150', 12), sold('100', 10), 'revenue', 'EUR')?.text, '+50%');
  assert.equal(changeOf(sold('150', 12), sold('100', 2), 'revenue', 'EUR')?.text, 'was €100.00');
});

test('no revenue is in no currency, unless the app has one', () => {
  assert.equal(textOf(NO_FIGURES, 'revenue', null), '0');
  assert.equal(textOf(NO_FIGURES, 'revenue', 'EUR'), '€0.00');
  const unknown = { ...NO_FIGURES, revenue: [{ currency: null, sum: '5' }] };
  assert.equal(textOf(unknown, 'revenue', null), '5 without currency');
});

test('installs per 100 visitors are compared in points, and not at all where few visited or installed', () => {
  const rate = (installs: number, visitors: number) => ({
    ...NO_FIGURES,
    conversion: installs / visitors,
    visitors,
    installs,
  });
  assert.equal(changeOf(rate(20, 40), rate(10, 40), 'conversion', null)?.text, '+25.0 points');
  assert.equal(changeOf(rate(20, 40), rate(9, 9), 'conversion', null), null);
  assert.equal(changeOf(rate(9, 40), rate(10, 40), 'conversion', null), null);
  assert.equal(changeOf(rate(20, 40), rate(9, 40), 'conversion', null), null);
});
