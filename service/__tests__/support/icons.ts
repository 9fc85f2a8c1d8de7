import { PNG } from 'pngjs';

/** A picture in one colour, as a PNG. */
export function png(width: number, height = width, [red, green, blue] = [37, 99, 235]): Buffer {
  const picture = new PNG({ width, height });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([red ?? 0, green ?? 0, blue ?? 0, 255], at);
  return PNG.sync.write(picture);
}

export const dataUrl = (bytes: Uint8Array | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
