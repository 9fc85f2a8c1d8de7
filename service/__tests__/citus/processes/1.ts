import { runOnCitus } from '../runOnCitus.ts';

await runOnCitus(0, 2);
