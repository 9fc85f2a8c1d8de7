import { encode } from 'uqr';
import { crc32 } from '../../../values/crc32.ts';

/** White around the code, in modules: what the standard asks for. */
const BORDER = 4;

/** Readers take any of the eight masks. Comparing them all takes ten times as long as drawing with one. */
const MASK = 2;

/** Enough for a screen; for print there is SVG. */
const MIN_PIXELS = 600;

const PNG_START = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function writeChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(data, 8);
  view.setUint32(data.length + 8, crc32(chunk.subarray(4, -4)));
  return chunk;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** One bit a pixel: a set bit is white. */
async function drawPng(data: readonly (readonly boolean[])[]): Promise<Uint8Array> {
  const scale = Math.ceil(MIN_PIXELS / data.length);
  const pixels = data.length * scale;
  const bytesOfRow = 1 + Math.ceil(pixels / 8);
  const rows = new Uint8Array(bytesOfRow * pixels);
  data.forEach((modules, y) => {
    const row = new Uint8Array(bytesOfRow);
    for (let x = 0; x < pixels; x += 1) {
      if (!modules[Math.floor(x / scale)]) row[1 + (x >> 3)] = (row[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
    for (let line = 0; line < scale; line += 1) rows.set(row, (y * scale + line) * bytesOfRow);
  });
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, pixels);
  view.setUint32(4, pixels);
  header[8] = 1;
  const chunks = [
    writeChunk('IHDR', header),
    writeChunk('IDAT', await deflate(rows)),
    writeChunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array(await new Blob([PNG_START, ...chunks]).arrayBuffer());
}

function drawSvg(data: readonly (readonly boolean[])[]): string {
  const size = data.length;
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;
}

/** The QR code of an address: SVG for print, PNG for screens. */
export async function qrFiles(url: string): Promise<{ svg: Uint8Array; png: Uint8Array }> {
  const { data } = encode(url, { ecc: 'M', border: BORDER, maskPattern: MASK });
  return { svg: new TextEncoder().encode(drawSvg(data)), png: await drawPng(data) };
}
