/** Unique across devices without `crypto`, which React Native lacks: time and two random numbers. */
export function randomId(now: number, random: () => number): string {
  return [now, random() * 2 ** 52, random() * 2 ** 52].map((part) => Math.floor(part).toString(36)).join('');
}
