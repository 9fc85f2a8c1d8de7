import { importShare } from '../support/importShare.ts';

await importShare(new URL('../', import.meta.url), 3, 4);
