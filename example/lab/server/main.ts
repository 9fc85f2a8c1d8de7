import { readEnvironment } from '../../../service/dist/index.js';
import { startLab } from './startLab';

const environment = readEnvironment(process.env);
const outcome =
  environment.kind === 'invalid'
    ? ({ kind: 'failed', reason: environment.reason } as const)
    : await startLab(environment.options);

if (outcome.kind === 'failed') {
  console.error(outcome.reason);
  process.exitCode = 1;
} else {
  console.log(`Deferred Link Lab: ${outcome.url}`);
  // Once: a second Ctrl-C ends the process the ordinary way.
  process.once('SIGINT', () => void outcome.close());
  process.once('SIGTERM', () => void outcome.close());
}
