import { zipSync } from 'fflate';
import { qrFileName } from './qrFileName.ts';
import { qrFiles } from './qrFiles.ts';

/** The earliest date that the format knows. It never changes, so the same files give the same bytes. */
const DATE = new Date(1980, 0, 1);

interface Coded {
  name: string | null;
  code: string;
  shortUrl: string;
}

/** The codes of these links in one file. Nothing is compressed, because they are small or compressed already. */
export async function zipQrCodes(links: readonly Coded[]): Promise<Uint8Array<ArrayBuffer>> {
  const files: Record<string, Uint8Array> = {};
  for (const link of links) {
    const { svg, png } = await qrFiles(link.shortUrl);
    const plain = qrFileName(link);
    let name = plain;
    // Codes such as a/b and a-b are alike in a file's name.
    for (let place = 2; `${name}.svg` in files; place += 1) name = `${plain}-${place}`;
    files[`${name}.svg`] = svg;
    files[`${name}.png`] = png;
  }
  return zipSync(files, { level: 0, mtime: DATE });
}
