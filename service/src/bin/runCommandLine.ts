import { readEnvironment } from '../config/readEnvironment.ts';
import { findCommand } from './commands.ts';
import { fail, UsageError } from './output.ts';

/** Runs the command that the arguments name; what goes wrong is printed, and sets the process's exit code. */
export async function runCommandLine(args: readonly string[], variables: NodeJS.ProcessEnv): Promise<void> {
  const environment = readEnvironment(variables);
  const command = findCommand(args);
  if (command.kind === 'help') return console.log(command.text);
  if (command.kind === 'unknown') return fail(command.reason);
  if (environment.kind === 'invalid') return fail(environment.reason);
  try {
    await command.run(environment.settings);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    fail(error.message);
  }
}
