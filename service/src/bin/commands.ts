import { parseArgs, type ParseArgsConfig } from 'node:util';
import { VARIABLES, type Settings } from '../config/readEnvironment.ts';
import { addApp, appOptions, appUsage, listApps, setApp } from './apps.ts';
import { backUp, copy, restore } from './backup.ts';
import { doctor } from './doctor.ts';
import { SCOPES } from '../values/scopes.ts';
import { listJobs, runJob } from './jobs.ts';
import { addKey, listKeys, revokeKey } from './keys.ts';
import { addLink, importLinks, linkOptions, linkUsage } from './links.ts';
import { start } from './start.ts';
import { addWebhook, listWebhooks, rotateSecrets } from './webhooks.ts';
import { WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '../values/webhookEvents.ts';
import { wrap } from './usage.ts';
import type { Values } from './values.ts';

/** The fields of apps and links come from their schemas. */
const help = () => `deferred-link-service [command]

  start                     start the service; the same as no command

  apps add ${wrap(['--id ID', '--name NAME', ...appUsage()], 10)}
                            add an app; prints its keys, once
  apps list                 list the apps
  apps set ID …             change an app, with the options of add; each replaces the old value

  keys add --app ID --kind publishable|secret [--scope ${SCOPES.join('|')}] [--label TEXT]
                            add a key; prints it, once. The scope limits what a secret key may do
  keys list --app ID        list the keys of an app and when each was last used
  keys revoke KEY_ID        revoke a key

  links add ${wrap(['--app ID', '--to /product/42', ...linkUsage()], 11)}
                            create a link; prints it
  links import FILE --app ID [--dry-run]
                            create the links in a CSV file, ours or Firebase's, all of them or none

  webhooks add --app ID --url URL --events ${WEBHOOK_EVENTS.join(',')}
               [--names purchase,refund] [--format ${WEBHOOK_FORMATS.join('|')}]
                            add a webhook endpoint; prints its secret, once
  webhooks list --app ID    list the endpoints, what is waiting, and why any are paused

  secrets rotate            encrypt all secrets with the first key of SECRETS_KEY

  doctor --app ID [--publishable-key KEY]
                            check for common mistakes

  jobs list                 list the background jobs and when each last succeeded
  jobs run NAME             run a job now

  backup --to FILE          write a snapshot of everything to a file; - is standard output
  restore --from FILE       read a backup into an empty database; - is standard input
  copy --to postgres://…    copy everything from PGlite's folder to an empty PostgreSQL

Environment variables:
  ${wrap(
    VARIABLES.map(({ name }) => name),
    1
  )}
service/reference.md explains each of them.`;

const text = { type: 'string' } as const;

interface Command {
  options: NonNullable<ParseArgsConfig['options']>;
  /** The arguments that have no option name. */
  positionals: readonly string[];
  run: (settings: Settings, values: Values, positionals: readonly string[]) => Promise<void>;
}

const COMMANDS: Record<string, Command> = {
  start: { options: {}, positionals: [], run: start },
  'apps add': { options: { id: text, ...appOptions }, positionals: [], run: addApp },
  'apps list': { options: {}, positionals: [], run: listApps },
  'apps set': { options: appOptions, positionals: ['ID'], run: setApp },
  'keys add': { options: { app: text, kind: text, scope: text, label: text }, positionals: [], run: addKey },
  'keys list': { options: { app: text }, positionals: [], run: listKeys },
  'keys revoke': { options: {}, positionals: ['KEY_ID'], run: revokeKey },
  'links add': { options: { app: text, ...linkOptions }, positionals: [], run: addLink },
  'links import': {
    options: { app: text, 'dry-run': { type: 'boolean' } },
    positionals: ['FILE'],
    run: importLinks,
  },
  'webhooks add': {
    options: { app: text, url: text, events: text, names: text, format: text },
    positionals: [],
    run: addWebhook,
  },
  'webhooks list': { options: { app: text }, positionals: [], run: listWebhooks },
  'secrets rotate': { options: {}, positionals: [], run: rotateSecrets },
  doctor: { options: { app: text, 'publishable-key': text }, positionals: [], run: doctor },
  'jobs list': { options: {}, positionals: [], run: listJobs },
  'jobs run': { options: {}, positionals: ['NAME'], run: runJob },
  backup: { options: { to: text }, positionals: [], run: backUp },
  restore: { options: { from: text }, positionals: [], run: restore },
  copy: { options: { to: text }, positionals: [], run: copy },
};

export type FoundCommand =
  | { kind: 'help'; text: string }
  | { kind: 'unknown'; reason: string }
  | { kind: 'found'; run: (settings: Settings) => Promise<void> };

/** Finds the command that the arguments name, and checks its options. */
export function findCommand(args: readonly string[]): FoundCommand {
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help') return { kind: 'help', text: help() };
  const [first = 'start', second = ''] = args;
  const name = [`${first} ${second}`, first].find((candidate) => Object.hasOwn(COMMANDS, candidate));
  const command = name === undefined ? undefined : COMMANDS[name];
  if (name === undefined || !command) {
    return { kind: 'unknown', reason: `There is no command "${args.join(' ')}". --help lists all commands.` };
  }
  const rest = args.slice(args.length === 0 ? 0 : name.split(' ').length);
  try {
    const { values, positionals } = parseArgs({ args: [...rest], options: command.options, allowPositionals: true });
    // An empty argument is a variable of the shell that was never set.
    if (positionals.length !== command.positionals.length || positionals.includes('')) {
      const wanted = command.positionals.length > 0 ? ` takes ${command.positionals.join(' ')}` : ' takes options only';
      return { kind: 'unknown', reason: `${name}${wanted}. --help shows how.` };
    }
    return { kind: 'found', run: (settings) => command.run(settings, values as Values, positionals) };
  } catch (error) {
    // An unknown option: Node's own message names it.
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}
