import { importShare } from '../support/importShare.ts';

await importShare(new URL('../', import.meta.url), 2, 4);
