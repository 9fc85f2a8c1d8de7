import { fileURLToPath } from 'node:url';

import { readEnvironment } from '../../../service/src/index.ts';
import { SHOP_SECRET_KEY } from '../service/shopSecretKey';
import { startLab } from './startLab';

const DEFAULT_FOLDER = fileURLToPath(new URL('../../.data', import.meta.url));

/** Everybody knows the keys of the lab's shop, so the lab has its own database. */
const environment = readEnvironment({
  PORT: process.env.PORT,
  DATA_FOLDER: process.env.DATA_FOLDER || DEFAULT_FOLDER,
});
const outcome =
  environment.kind === 'invalid'
    ? ({ kind: 'failed', reason: environment.reason } as const)
    : await startLab(environment.settings.start);

if (outcome.kind === 'failed') {
  console.error(outcome.reason);
  process.exitCode = 1;
} else {
  const { url, ready, close } = outcome;
  console.log(`Deferred Link Lab: ${url}`);
  // Only the first Ctrl-C is handled: a second one ends the process at once.
  process.once('SIGINT', () => void close());
  process.once('SIGTERM', () => void close());
  try {
    await ready;
    console.log(`Its dashboard: ${url}/dashboard (sign in with ${SHOP_SECRET_KEY}; its first month is made up)`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
    await close();
  }
}
