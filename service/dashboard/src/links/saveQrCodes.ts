import { zipQrCodes } from '../../../src/routes/owner/links/zipQrCodes.ts';
import { saveFile } from '../ui/saveFile.ts';
import type { Link } from './requests.ts';

/** Draws the codes in the browser, so any number of links can be selected. A request would have to name them all. */
export async function saveQrCodes(links: readonly Pick<Link, 'name' | 'code' | 'shortUrl'>[], file: string) {
  saveFile(file, 'application/zip', await zipQrCodes(links));
}
