import { importShare } from '../support/importShare.ts';

await importShare(0, 3);
