/** More than a landing page should load. What an app may have is its quota, see values/quotas.ts. */
export const MAX_ICON_BYTES = 128 * 1024;
/** Smaller ones look blurred, and a larger one can be some thousand times its file when a browser unpacks it. */
const MIN_SIDE = 48;
const MAX_SIDE = 1_024;

export interface Icon {
  type: 'png' | 'webp';
  bytes: Uint8Array<ArrayBuffer>;
}

interface Seen {
  type: Icon['type'];
  width: number;
  height: number;
}

const PNG_START = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';
const PNG_END = '\0\0\0\0IEND\xaeB`\x82';

function readPng(text: string, view: DataView): Seen | null {
  if (!text.startsWith(PNG_START) || !text.endsWith(PNG_END)) return null;
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

/**
 * The three kinds of WebP keep their size in different places:
 * https://developers.google.com/speed/webp/docs/riff_container
 */
function readWebp(text: string, view: DataView): Seen | null {
  if (!/^RIFF[^]{4}WEBPVP8[ LX]/.test(text) || text.length < 30) return null;
  if (view.getUint32(4, true) + 8 !== text.length) return null;
  if (text[15] === 'X') {
    // 24 bits each, one after the other.
    return {
      type: 'webp',
      width: (view.getUint32(24, true) & 0xffffff) + 1,
      height: (view.getUint32(26, true) >>> 8) + 1,
    };
  }
  if (text[15] === 'L') {
    const bits = view.getUint32(21, true);
    return text[20] === '\x2f'
      ? { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
      : null;
  }
  const side = (at: number) => view.getUint16(at, true) & 0x3fff;
  return text.slice(23, 26) === '\x9d\x01\x2a' ? { type: 'webp', width: side(26), height: side(28) } : null;
}

function decode(dataUrl: string): Uint8Array<ArrayBuffer> | null {
  const encoded = /^data:[^,]*;base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) return null;
  return Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
}

/**
 * Reads an icon from a data URL, or says what is wrong with it. Its bytes decide what it is, whatever the URL claims.
 */
export function readIcon(dataUrl: string): Icon | string {
  const bytes = decode(dataUrl);
  if (!bytes) return 'must be a data URL in Base64';
  if (bytes.length > MAX_ICON_BYTES) return `may have at most ${MAX_ICON_BYTES} bytes`;
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const view = new DataView(bytes.buffer);
  const seen = readPng(text, view) ?? readWebp(text, view);
  if (!seen) return 'must be a PNG or WebP image';
  if (seen.width !== seen.height) return `must be square, but is ${seen.width} × ${seen.height}`;
  if (seen.width < MIN_SIDE || seen.width > MAX_SIDE) return `must be ${MIN_SIDE} to ${MAX_SIDE} pixels wide`;
  return { type: seen.type, bytes };
}

/** Where an app's icon is, by the name that `storage/company/icons.ts` gave it. */
export function iconPath(appId: string, name: string): string {
  return `/api/icons/${appId}/${name}`;
}
