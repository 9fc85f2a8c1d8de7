import type { Settings } from '../config/readEnvironment.ts';
import { createLog } from '../server/createLog.ts';
import { startService } from '../server/startService.ts';
import { fail } from './output.ts';

/** The exit code of a process that must not go on, as it has lost its database folder to another. */
const LOST = 70;

/** Starts the service and stops it on SIGTERM, or sooner on Ctrl-C. Addresses go to the output, the log to the error stream. */
export async function start({ start: options, logLevel, drainMs }: Settings): Promise<void> {
  const log = createLog(logLevel, (line) => console.error(line));
  const onLost = () => {
    log('error', 'Another process has taken the data folder while this one was stopped; it ends to spare the data');
    process.exit(LOST);
  };
  const onWait = (reason: string) => log('info', `Waiting: ${reason}`);
  const outcome = await startService({ ...options, log, onLost, onWait });
  if (outcome.kind === 'failed') return fail(outcome.reason);

  console.log(`Service at ${outcome.url}`);
  if (outcome.adminToken !== null) {
    console.log(`Admin token: ${outcome.adminToken}`);
    console.log('Keep it: it is shown only now. ADMIN_TOKEN replaces it.');
  }
  let stopping: Promise<void> | null = null;
  // Said twice it means the same: npx passes on what its whole group has got already.
  process.on('SIGTERM', () => {
    stopping ??= outcome.close(drainMs);
  });
  // Nobody balances requests to a terminal, and whoever presses Ctrl-C again doesn't want to wait.
  process.once('SIGINT', () => {
    if (stopping) process.kill(process.pid, 'SIGINT');
    stopping ??= outcome.close();
  });
}
