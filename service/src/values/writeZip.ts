import { crc32 } from './crc32.ts';

export interface ZipEntry {
  /** A slash makes a folder. */
  name: string;
  bytes: Uint8Array;
}

/** Version 2.0 of the format. */
const VERSION = 20;

/** Says that names are UTF-8. */
const FLAGS = 0x08_00;

/** The first of January 1980, the earliest that the format knows: the same files give the same bytes. */
const DATE = 0x21;

function numbers(...values: (readonly [size: 2 | 4, value: number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/**
 * A ZIP file (APPNOTE 6.3) that stores its entries as they are. Ours are small or compressed already, so a library that
 * compresses would save nothing.
 */
export function writeZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const named = new TextEncoder().encode(name);
    const [none, size] = [[2, 0] as const, [4, bytes.length] as const];
    const about = [
      [2, VERSION],
      [2, FLAGS],
      none,
      none,
      [2, DATE],
      [4, crc32(bytes)],
      size,
      size,
      [2, named.length],
      none,
    ] as const;
    const file = [numbers([4, 0x04_03_4b_50], ...about), named, bytes];
    directory.push(numbers([4, 0x02_01_4b_50], [2, VERSION], ...about, none, none, none, [4, 0], [4, offset]), named);
    files.push(...file);
    offset += file.reduce((sum, { length }) => sum + length, 0);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = [2, entries.length] as const;
  const end = numbers([4, 0x06_05_4b_50], [2, 0], [2, 0], count, count, [4, size], [4, offset], [2, 0]);
  return join([...files, ...directory, end]);
}
