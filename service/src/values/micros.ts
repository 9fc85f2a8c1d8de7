/** Amounts have six digits after the point: as whole millionths they are added exactly. */
const MICROS = 1_000_000n;

/** A decimal as millionths: 59.9 is 59900000. */
export function readMicros(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const micros = BigInt(whole) * MICROS + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
  return text.startsWith('-') ? -micros : micros;
}

/** Millionths as a decimal: 59900000 is 59.9. */
export function writeMicros(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const fraction = String(size % MICROS)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${micros < 0n ? '-' : ''}${size / MICROS}${fraction && `.${fraction}`}`;
}
