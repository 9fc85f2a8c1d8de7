import { qrFiles } from '../../../src/routes/owner/links/qrFiles.ts';
import { qrFileName } from '../../../src/routes/owner/links/qrFileName.ts';
import { writeZip, type ZipEntry } from '../../../src/values/writeZip.ts';
import { saveFile } from '../ui/saveFile.ts';
import type { Link } from './requests.ts';

/** Draws the codes here: however many are selected, their addresses needn't fit into one of ours. */
export async function saveQrCodes(links: readonly Pick<Link, 'name' | 'code' | 'shortUrl'>[], file: string) {
  const entries: ZipEntry[] = [];
  for (const link of links) {
    const { svg, png } = await qrFiles(link.shortUrl);
    const name = qrFileName(link);
    entries.push({ name: `${name}.svg`, bytes: svg }, { name: `${name}.png`, bytes: png });
  }
  saveFile(file, 'application/zip', writeZip(entries));
}
