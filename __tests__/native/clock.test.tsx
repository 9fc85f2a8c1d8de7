import { systemClock } from '../../src/native/clock';
import { createDevice } from '../support/createDevice';
import { inRelease } from '../support/inRelease';
import { linkServer } from '../support/linkServer';

test('where Jest’s resetMocks lets performance answer nothing, the wall clock counts, and a link is found', async () => {
  linkServer({ 'match-link': { link: '/product/42' } });
  jest.spyOn(performance, 'now').mockReturnValue(undefined as never);
  const app = await createDevice().launch();
  expect(app.context().linkRoute).toBe('/product/42');
});

test('a release build reads the clock as it is, and leaves its timers alone', () =>
  inRelease(async () => {
    jest.advanceTimersByTime(7);
    systemClock.elapsed();
    expect(systemClock.elapsed()).toBe(performance.now());
    const unref = jest.fn();
    jest.spyOn(globalThis, 'setTimeout').mockReturnValue({ unref } as never);
    systemClock.after(1000, () => {});
    expect(unref).not.toHaveBeenCalled();
    await Promise.resolve();
  }));

test('no timer keeps the process of a test alive', () => {
  const set = jest.spyOn(globalThis, 'setTimeout');
  try {
    systemClock.after(1000, () => {});
    expect(set.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false]);
  } finally {
    // Fake timers put the real ones back before Jest restores what was spied on.
    set.mockRestore();
  }
});
