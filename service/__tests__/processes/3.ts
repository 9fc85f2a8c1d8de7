import { importTests } from '../support/importTests.ts';

await importTests(new URL('../', import.meta.url), 2, 4);
