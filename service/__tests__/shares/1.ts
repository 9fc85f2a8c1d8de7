import { importShare } from '../support/importShare.ts';

await importShare(new URL('../', import.meta.url), 0, 4);
