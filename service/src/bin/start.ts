import type { Settings } from '../config/readEnvironment.ts';
import { createLog } from '../server/createLog.ts';
import { startService } from '../server/startService.ts';
import { fail } from './output.ts';

/** The exit code of a process that must end because another process has taken its data folder. */
const LOST = 70;

/** Starts the service; SIGTERM stops it, and Ctrl-C stops it sooner. The log goes to the error stream. */
export async function start({ start: options, logLevel, drainMs }: Settings): Promise<void> {
  const log = createLog(logLevel, (line) => console.error(line));
  const onLost = () => {
    log(
      'error',
      'Another process took over the data folder while this one was suspended. Stopping, to keep the data intact'
    );
    process.exit(LOST);
  };
  const onWait = (reason: string) => log('info', `Waiting: ${reason}`);
  const outcome = await startService({ ...options, log, onLost, onWait });
  if (outcome.kind === 'failed') return fail(outcome.reason);

  console.log(`Service at ${outcome.url}`);
  console.log(`Dashboard at ${outcome.url}/dashboard`);
  if (outcome.adminToken !== null) {
    console.log(`Admin token: ${outcome.adminToken}`);
    console.log('Store it now: it won’t be shown again. Set ADMIN_TOKEN to replace it.');
  }
  let stopping: Promise<void> | null = null;
  // A second SIGTERM changes nothing: npx passes on a signal that the whole process group has already got.
  process.on('SIGTERM', () => {
    stopping ??= outcome.close(drainMs);
  });
  // Ctrl-C needs no draining, as no balancer sends requests to a terminal. A second Ctrl-C ends the process right away.
  process.once('SIGINT', () => {
    if (stopping) process.kill(process.pid, 'SIGINT');
    stopping ??= outcome.close();
  });
}
