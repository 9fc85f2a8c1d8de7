import { runOnCitus } from '../runOnCitus.ts';

await runOnCitus(1, 2);
