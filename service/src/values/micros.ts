/** Amounts have six digits after the point: as whole millionths they are added exactly. */
const MICROS = 1_000_000n;

/** A decimal as millionths: 59.9 is 59900000. */
export function readMicros(text: string): bigint {
  const point = text.indexOf('.');
  const whole = point === -1 ? text : text.slice(0, point);
  const fraction = point === -1 ? '' : text.slice(point + 1, point + 7);
  return BigInt(whole + fraction.padEnd(6, '0'));
}

/** Millionths as a decimal: 59900000 is 59.9. */
export function writeMicros(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const fraction = String(size % MICROS)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${micros < 0n ? '-' : ''}${size / MICROS}${fraction && `.${fraction}`}`;
}
