import { importShare } from '../support/importShare.ts';

await importShare(3, 4);
