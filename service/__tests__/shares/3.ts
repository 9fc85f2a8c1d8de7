import { importShare } from '../support/importShare.ts';

await importShare(2, 3);
