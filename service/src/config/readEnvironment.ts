import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { HOST_HEADERS, isTrusting, NO_PROXIES, readTrustedProxies } from '../flow/proxies.ts';
import { DEFAULT_RETENTION_DAYS } from '../jobs/retention.ts';
import { readSecretsKeys } from '../values/readSecretsKeys.ts';
import { DEFAULT_PORT, type StartOptions } from '../server/startService.ts';
import { readDatabaseServers } from '../values/databaseServers.ts';
import { readNetworks } from '../values/networks.ts';
import type { LogLevel } from '../values/Log.ts';
import {
  appLimit,
  DEFAULT_EVENTS_PER_DAY,
  DEFAULT_PER_APP,
  DEFAULT_PER_NETWORK,
  networkLimit,
} from '../values/rateLimits.ts';

const HIGHEST_PORT = 65_535;
const MAX_CONNECTIONS = 1_000;
const MAX_PER_SECOND = 1_000_000;
const MAX_EVENTS = 1_000_000_000_000;
const MAX_DAYS = 3_650;
const MIN_TOKEN_LENGTH = 16;
const MAX_DRAIN_SECONDS = 300;

/** Enough for a balancer that asks /ready every two seconds and acts on the second answer. */
const DEFAULT_DRAIN_SECONDS = 5;

/** Clicks are deleted after 90 days at the latest. */
const MAX_WINDOW_DAYS = 90;

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const wholeNumber = (lowest: number, highest: number) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= lowest && Number(text) <= highest,
      `must be a whole number from ${lowest} to ${highest}`
    )
    .transform(Number);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && href === `${origin}/`;
}

const token = z.string().refine(
  // Other characters could not be sent in a header.
  (text) => text.length >= MIN_TOKEN_LENGTH && /^[!-~]+$/.test(text),
  `must be at least ${MIN_TOKEN_LENGTH} ASCII characters without spaces; \`openssl rand -hex 24\` generates one`
);

const schema = z
  .object({
    HOST: z
      .string()
      .refine(
        (text) => URL.canParse(`http://${text.includes(':') ? `[${text}]` : text}`),
        'must be an address or a host name'
      )
      .default('127.0.0.1'),
    PORT: wholeNumber(0, HIGHEST_PORT).default(DEFAULT_PORT),
    DATABASE_URL: z
      .string()
      .refine(
        (text) => readDatabaseServers(text) !== null,
        'must be a connection string such as postgres://user:password@host/name; separate several hosts with commas; target_session_attrs may only be read-write or primary'
      )
      .optional(),
    DATA_FOLDER: z.string().default('data'),
    PUBLIC_URL: z
      .string()
      .refine(isOrigin, 'must be an address such as https://go.example.com, without a path')
      .transform((text) => new URL(text).origin)
      .optional(),
    ADMIN_TOKEN: token.optional(),
    METRICS_TOKEN: token.optional(),
    TRUSTED_PROXIES: z
      .string()
      .transform((text, context) => {
        const proxies = readTrustedProxies(text.trim());
        if (proxies) return proxies;
        context.addIssue(
          'must be the number of proxies in front, or their addresses, such as 1 or 10.0.0.0/8,192.0.2.7'
        );
        return z.NEVER;
      })
      .optional(),
    SECRETS_KEY: z
      .string()
      .transform((text, context) => {
        const keys = readSecretsKeys(text);
        if (keys) return keys;
        context.addIssue(
          'must be 32 random bytes in base64, as `openssl rand -base64 32` prints; separate several with commas'
        );
        return z.NEVER;
      })
      .optional(),
    WEBHOOK_ALLOW: z
      .string()
      .transform((text, context) => {
        const networks = readNetworks(text.trim());
        if (networks) return networks;
        context.addIssue('must be networks such as 10.0.0.0/8,192.0.2.7');
        return z.NEVER;
      })
      .optional(),
    COUNTRY_HEADER: z
      .string()
      .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'must be the name of a header such as CF-IPCountry')
      .optional(),
    GEOIP_FILE: z.string().optional(),
    PROXY_HOST_HEADER: z.enum(HOST_HEADERS, 'must be x-forwarded-host or host').optional(),
    MATCH_WINDOW: z
      .string()
      .regex(/^[1-9]\d{0,5}[smhd]$/, 'must be a time such as 90m, 1h or 2d')
      .transform((text) => Number(text.slice(0, -1)) * UNITS[text.slice(-1) as keyof typeof UNITS])
      .refine((ms) => ms <= MAX_WINDOW_DAYS * UNITS.d, `must be at most ${MAX_WINDOW_DAYS}d`)
      .optional(),
    MIN_CONFIDENCE: z
      .string()
      .refine((text) => /^(0?\.\d+|1(\.0+)?|0)$/.test(text) && Number(text) >= 0.5, 'must be a number from 0.5 to 1')
      .transform(Number)
      .optional(),
    RETENTION_DAYS: wholeNumber(1, MAX_DAYS).default(DEFAULT_RETENTION_DAYS),
    POOL_SIZE: wholeNumber(2, MAX_CONNECTIONS).default(10),
    LIMIT_PER_NETWORK: wholeNumber(1, MAX_PER_SECOND).default(DEFAULT_PER_NETWORK),
    LIMIT_PER_APP: wholeNumber(1, MAX_PER_SECOND).default(DEFAULT_PER_APP),
    MAX_EVENTS_PER_DAY: wholeNumber(1, MAX_EVENTS).default(DEFAULT_EVENTS_PER_DAY),
    DRAIN_SECONDS: wholeNumber(0, MAX_DRAIN_SECONDS).default(DEFAULT_DRAIN_SECONDS),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
      .default('info'),
  })
  .refine(
    ({ COUNTRY_HEADER, TRUSTED_PROXIES }) => COUNTRY_HEADER === undefined || isTrusting(TRUSTED_PROXIES ?? NO_PROXIES),
    {
      path: ['COUNTRY_HEADER'],
      message: 'must come with TRUSTED_PROXIES: without it, anybody could claim to be in any country',
      // This runs even if other variables are wrong, so all mistakes are named at once.
      when: () => true,
    }
  );

export const VARIABLES: readonly string[] = Object.keys(schema.shape);

/** Variables whose values are secrets, or contain one. Each may name a file instead, as ADMIN_TOKEN_FILE does. */
const SECRETS = ['ADMIN_TOKEN', 'DATABASE_URL', 'METRICS_TOKEN', 'SECRETS_KEY'];

export interface Settings {
  start: StartOptions & { database: NonNullable<StartOptions['database']> };
  logLevel: LogLevel | 'silent';
  /** For how long after SIGTERM the service goes on serving, while it says that it is not ready. */
  drainMs: number;
}

export type EnvironmentOutcome = { kind: 'read'; settings: Settings } | { kind: 'invalid'; reason: string };

/** Reads the secrets that are in files; each mistake is a line. */
function readSecretFiles(set: Record<string, string | undefined>): {
  secrets: Record<string, string>;
  lines: string[];
} {
  const secrets: Record<string, string> = {};
  const lines: string[] = [];
  for (const name of SECRETS) {
    const file = set[`${name}_FILE`];
    if (file === undefined) continue;
    try {
      // Editors and `echo` end a file with a line break.
      secrets[name] = readFileSync(file, 'utf8').trim();
      if (set[name] !== undefined) lines.push(`${name} and ${name}_FILE are both set; set only one.`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      lines.push(`${name}_FILE is ${JSON.stringify(file)}; it can’t be read: ${reason}.`);
    }
  }
  return { secrets, lines };
}

/** Reads the settings; names all mistakes at once. An empty variable counts as not set. */
export function readEnvironment(environment: Record<string, string | undefined>): EnvironmentOutcome {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  );
  const { secrets, lines: unread } = readSecretFiles(given);
  const set: Record<string, string | undefined> = { ...given, ...secrets };
  const result = schema.safeParse(set);
  if (!result.success || unread.length > 0) {
    const issues = result.success ? [] : result.error.issues;
    const lines = issues.map(({ path, message }) => {
      const name = String(path[0]);
      return SECRETS.includes(name) ? `${name} ${message}.` : `${name} is ${JSON.stringify(set[name])}; it ${message}.`;
    });
    return { kind: 'invalid', reason: [...unread, ...lines].join('\n') };
  }
  const variables = result.data;
  return {
    kind: 'read',
    settings: {
      start: {
        host: variables.HOST,
        port: variables.PORT,
        database: {
          url: variables.DATABASE_URL,
          folder: variables.DATA_FOLDER,
          poolSize: variables.POOL_SIZE,
        },
        publicUrl: variables.PUBLIC_URL,
        adminToken: variables.ADMIN_TOKEN,
        metricsToken: variables.METRICS_TOKEN,
        trustedProxies: variables.TRUSTED_PROXIES,
        hostHeader: variables.PROXY_HOST_HEADER,
        secretsKeys: variables.SECRETS_KEY,
        webhookNetworks: variables.WEBHOOK_ALLOW,
        countryHeader: variables.COUNTRY_HEADER,
        geoIpFile: variables.GEOIP_FILE,
        matchWindowMs: variables.MATCH_WINDOW,
        minConfidence: variables.MIN_CONFIDENCE,
        rateLimit: networkLimit(variables.LIMIT_PER_NETWORK),
        appRateLimit: appLimit(variables.LIMIT_PER_APP),
        maxEventsPerDay: variables.MAX_EVENTS_PER_DAY,
        retentionDays: variables.RETENTION_DAYS,
      },
      logLevel: variables.LOG_LEVEL,
      drainMs: variables.DRAIN_SECONDS * UNITS.s,
    },
  };
}
