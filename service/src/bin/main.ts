#!/usr/bin/env node
import { readEnvironment } from '../config/readEnvironment.ts';
import { startService } from '../server/startService.ts';

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}

const environment = readEnvironment(process.env);
if (environment.kind === 'invalid') {
  fail(environment.reason);
} else {
  const outcome = await startService(environment.options);
  if (outcome.kind === 'failed') {
    fail(outcome.reason);
  } else {
    console.log(`Matching service at ${outcome.url}`);
    // Once: a second Ctrl-C ends the process the ordinary way.
    process.once('SIGINT', () => void outcome.close());
    process.once('SIGTERM', () => void outcome.close());
  }
}
