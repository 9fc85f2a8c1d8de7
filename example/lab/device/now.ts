/** One clock for the page and its frames, finer than `Date.now()`: many steps take less than 1 ms. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
