import { lifeSteps } from './lifeSteps';
import { linkSteps } from './linkSteps';
import { nativeSteps } from './nativeSteps';
import type { Step } from './Step';

/** Everything that only a phone can answer, in the order in which to do it. */
export const steps: readonly Step[] = [...nativeSteps, ...linkSteps, ...lifeSteps];
