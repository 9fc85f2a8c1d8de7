import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { qrCode, scannable } from '../../../../src/routes/public/landing/qrCode.ts';

/** Its types export a default that its CommonJS file doesn't have. */
const jsQR = createRequire(import.meta.url)('jsqr') as (
  data: Uint8ClampedArray,
  width: number,
  height: number
) => { data: string } | null;

const PIXELS_OF_MODULE = 4;

/** Reads the drawing as a phone's camera would, once it is on a screen. */
function scan(svg: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const side = size * PIXELS_OF_MODULE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const path = /stroke="#000" d="([^"]+)"/.exec(svg)?.[1] ?? '';
  let [x, y] = [0, 0];
  for (const [, move, by, line] of path.matchAll(/([Mmh])(\d+)(?: ([\d.]+))?/g)) {
    if (move === 'M') [x, y] = [Number(by), Math.floor(Number(line))];
    if (move === 'm') x += Number(by);
    if (move !== 'h') continue;
    for (let row = y * PIXELS_OF_MODULE; row < (y + 1) * PIXELS_OF_MODULE; row += 1) {
      const start = (row * side + x * PIXELS_OF_MODULE) * 4;
      const end = start + Number(by) * PIXELS_OF_MODULE * 4;
      for (let at = start; at < end; at += 4) pixels.fill(0, at, at + 3);
    }
    x += Number(by);
  }
  return jsQR(pixels, side, side)?.data;
}

test('codes can be scanned, whatever the address is', () => {
  const fillers = ['a', '0', '~', '%20', 'xQ7', '/p-', '&a=1', 'UU', '..,,'];
  for (const filler of fillers) {
    for (const length of [30, 64, 120]) {
      const url = 'https://go.shop.example/'.padEnd(length, filler);
      for (const hasIcon of [false, true]) assert.equal(scan(qrCode(url, hasIcon)), url);
    }
  }
});

test('an address of more than 120 characters gives way to the next', () => {
  const [short, long] = ['https://go.test/a', `https://go.test/${'a'.repeat(105)}`];
  assert.equal(scannable(long.slice(0, -1), short), long.slice(0, -1));
  assert.equal(scannable(long, short), short);
  assert.equal(scannable(long), null);
});
