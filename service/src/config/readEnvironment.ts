import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { HOST_HEADERS, isTrusting, NO_PROXIES, readTrustedProxies } from '../flow/proxies.ts';
import { DEFAULT_RETENTION_DAYS } from '../jobs/retention.ts';
import { DEFAULT_MIN_CONFIDENCE, DEFAULT_WINDOW_MS } from '../matching/startValues.ts';
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
      .default('127.0.0.1')
      .describe('The address to listen on; `0.0.0.0` or `::` for all.'),
    PORT: wholeNumber(0, HIGHEST_PORT)
      .default(DEFAULT_PORT)
      .describe('`0` takes any free port, which is printed at the start.'),
    DATABASE_URL: z
      .string()
      .refine(
        (text) => readDatabaseServers(text) !== null,
        'must be a connection string such as postgres://user:password@host/name; separate several hosts with commas; target_session_attrs may only be read-write or primary'
      )
      .optional()
      .describe(
        'Your PostgreSQL, as `postgres://user:password@host/name`; separate [several hosts](../docs/hosting-by-hand.md#a-standby-that-takes-over) with commas.'
      ),
    DATA_FOLDER: z
      .string()
      .default('data')
      .describe(
        'PGlite’s folder, if there is no `DATABASE_URL`; for one process at a time, closed to the machine’s other users.'
      ),
    PUBLIC_URL: z
      .string()
      .refine(isOrigin, 'must be an address such as https://go.example.com, without a path')
      .transform((text) => new URL(text).origin)
      .optional()
      .describe(
        'Where links of apps without a host live, as `https://go.example.com`; without it they open on this machine only.'
      ),
    ADMIN_TOKEN: token
      .optional()
      .describe(
        `Grants access to everything; at least ${MIN_TOKEN_LENGTH} ASCII characters. By default the first start creates one.`
      ),
    METRICS_TOKEN: token.optional().describe('Grants access to `/metrics` only.'),
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
      .optional()
      .describe(
        'How many [proxies](../docs/hosting-by-hand.md#tls-and-a-reverse-proxy) are in front (at most 10), or their addresses and ranges, separated by commas. By default none is trusted.'
      ),
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
      .optional()
      .describe(
        'Encrypts secrets that must be read back, such as those of [webhooks](../docs/webhooks.md), which need it: 32 random bytes in base64 (`openssl rand -base64 32`). To replace it, set `new,old`, restart, run `secrets rotate`, and remove the old one.'
      ),
    WEBHOOK_ALLOW: z
      .string()
      .transform((text, context) => {
        const networks = readNetworks(text.trim());
        if (networks) return networks;
        context.addIssue('must be networks such as 10.0.0.0/8,192.0.2.7');
        return z.NEVER;
      })
      .optional()
      .describe(
        'Networks into which [webhooks](../docs/webhooks.md) may go, such as `10.0.0.0/8`; elsewhere only public addresses over https.'
      ),
    COUNTRY_HEADER: z
      .string()
      .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'must be the name of a header such as CF-IPCountry')
      .optional()
      .describe(
        'The header in which a trusted proxy names the visitor’s country by two letters, as Cloudflare’s `CF-IPCountry`. The proxy must replace what visitors send; `doctor` tries to forge it.'
      ),
    GEOIP_FILE: z
      .string()
      .optional()
      .describe(
        'A MaxMind database file, such as GeoLite2-Country, to look countries up by address; read again when it is replaced. Without this and `COUNTRY_HEADER`, no report knows countries.'
      ),
    PROXY_HOST_HEADER: z
      .enum(HOST_HEADERS, 'must be x-forwarded-host or host')
      .default(HOST_HEADERS[0])
      .describe(
        'Where the proxies name the host that was asked; `host` if they pass `Host` on and leave a visitor’s `X-Forwarded-Host` as it is.'
      ),
    MATCH_WINDOW: z
      .string()
      .regex(/^[1-9]\d{0,5}[smhd]$/, 'must be a time such as 90m, 1h or 2d')
      .transform((text) => Number(text.slice(0, -1)) * UNITS[text.slice(-1) as keyof typeof UNITS])
      .refine((ms) => ms <= MAX_WINDOW_DAYS * UNITS.d, `must be at most ${MAX_WINDOW_DAYS}d`)
      .prefault(`${DEFAULT_WINDOW_MS / UNITS.h}h`)
      .describe(
        `How old a click may be for a fingerprint to find it: a number and \`s\`, \`m\`, \`h\` or \`d\`, at most \`${MAX_WINDOW_DAYS}d\`.`
      ),
    MIN_CONFIDENCE: z
      .string()
      .refine((text) => /^(0?\.\d+|1(\.0+)?|0)$/.test(text) && Number(text) >= 0.5, 'must be a number from 0.5 to 1')
      .transform(Number)
      .default(DEFAULT_MIN_CONFIDENCE)
      .describe(
        'How likely a match by fingerprint must be, from `0.5` to `1`. Lower finds more installs and is wrong more often; `1` all but turns fingerprints off. [How often it is right](../docs/matching.md).'
      ),
    RETENTION_DAYS: wholeNumber(1, MAX_DAYS)
      .default(DEFAULT_RETENTION_DAYS)
      .describe(
        `Events older than this are deleted, 1 to ${MAX_DAYS}; clicks after ${MAX_WINDOW_DAYS} days at the latest.`
      ),
    POOL_SIZE: wholeNumber(2, MAX_CONNECTIONS)
      .default(10)
      .describe(
        `Connections to PostgreSQL, 2 to ${MAX_CONNECTIONS}; no kind of request gets more than a fifth of them (but at least one).`
      ),
    LIMIT_PER_NETWORK: wholeNumber(1, MAX_PER_SECOND)
      .default(DEFAULT_PER_NETWORK)
      .describe('Requests a second for each network; [limits](#limits).'),
    LIMIT_PER_APP: wholeNumber(1, MAX_PER_SECOND)
      .default(DEFAULT_PER_APP)
      .describe('Requests a second for each app; [limits](#limits).'),
    MAX_EVENTS_PER_DAY: wholeNumber(1, MAX_EVENTS)
      .default(DEFAULT_EVENTS_PER_DAY)
      .describe('How many events of each app’s phones are stored in a day; [limits](#limits).'),
    DRAIN_SECONDS: wholeNumber(0, MAX_DRAIN_SECONDS)
      .default(DEFAULT_DRAIN_SECONDS)
      .describe(
        `How long it keeps serving after SIGTERM, 0 to ${MAX_DRAIN_SECONDS}; [updating](../docs/hosting-by-hand.md#updating).`
      ),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
      .default('info')
      .describe(
        '`debug` (every request, by route), `info`, `warn`, `error` or `silent`; JSON lines on stderr, never with an address, a body or a query value.'
      ),
  })
  .refine(
    ({ COUNTRY_HEADER, TRUSTED_PROXIES }) => COUNTRY_HEADER === undefined || isTrusting(TRUSTED_PROXIES ?? NO_PROXIES),
    {
      path: ['COUNTRY_HEADER'],
      message: 'must come with TRUSTED_PROXIES: without it, anybody could claim to be in any country',
      // This runs even if other variables are wrong, so all mistakes are named together.
      when: () => true,
    }
  );

/** Variables whose values are secrets, or contain one. Each may name a file instead, as ADMIN_TOKEN_FILE does. */
const SECRETS = ['ADMIN_TOKEN', 'DATABASE_URL', 'METRICS_TOKEN', 'SECRETS_KEY'];

/** Every variable, as the reference describes it. */
export const VARIABLES = Object.entries(schema.shape).map(([name, { description = '', def }]) => ({
  name,
  description,
  default: 'defaultValue' in def ? String(def.defaultValue) : null,
  isSecret: SECRETS.includes(name),
}));

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

/** Reads the settings; names all mistakes together. An empty variable counts as not set. */
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
