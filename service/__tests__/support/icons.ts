import { PNG } from 'pngjs';

/** A picture in one colour, as a PNG. */
export function png(width: number, height = width, colour = '#2563eb'): Buffer {
  const picture = new PNG({ width, height });
  picture.data.fill(Buffer.from(`${colour.slice(1)}ff`, 'hex'));
  return PNG.sync.write(picture);
}

export const dataUrl = (bytes: Uint8Array | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
