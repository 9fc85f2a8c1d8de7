import { importShare } from '../support/importShare.ts';

await importShare(1, 3);
