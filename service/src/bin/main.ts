#!/usr/bin/env node
import { readEnvironment } from '../config/readEnvironment.ts';
import { findCommand } from './commands.ts';
import { fail, UsageError } from './output.ts';

const environment = readEnvironment(process.env);
const command = findCommand(process.argv.slice(2));

if (command.kind === 'help') {
  console.log(command.text);
} else if (command.kind === 'unknown') {
  fail(command.reason);
} else if (environment.kind === 'invalid') {
  fail(environment.reason);
} else {
  try {
    await command.run(environment.settings);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    fail(error.message);
  }
}
