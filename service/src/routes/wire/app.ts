import { z } from '@hono/zod-openapi';
import { DEFAULT_DEVICE_REPORT, DEVICE_REPORTS, type IosButton, type LANDINGS } from '../../storage/schema/tables.ts';
import { isTimeZone } from '../../values/days.ts';
import { isHost, normalizeHost } from '../../values/hosts.ts';
import { DEFAULT_QUOTAS, QUOTAS, type Quota, type Quotas } from '../../values/quotas.ts';
import { isAppScheme } from '../../values/isDestination.ts';
import type { OwnTexts } from '../../values/ownTexts.ts';
import { brandSettings } from './brand.ts';
import { plainText } from './schemas.ts';

const MAX_NAME = 100;
const MAX_HOSTS = 20;
const MAX_CERTIFICATES = 20;
/** As many patterns as a person can keep in mind. */
const MAX_NO_LINKS = 50;
const MAX_PATTERN_LENGTH = 200;
/** More than there are currencies. */
const MAX_CURRENCIES = 200;
/** More than any single payment, in any currency. */
const MAX_OF_MAX_AMOUNTS = 1e12;
const MAX_TIME_ZONE = 64;
/** In rows or bytes, depending on the quota. */
const MAX_QUOTA = 1e9;
const DEFAULT_ATTRIBUTION_DAYS = 30;
/** By default events and opens are kept only a little longer. */
const MAX_ATTRIBUTION_DAYS = 365;

export const appIdSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'must have 1 to 64 characters from a–z, 0–9, dot, - and _, and begin with a letter or digit'
  )
  .openapi({ example: 'my-app' });

/** Everything of an app that can be set: by `apps add` and `apps set`, by the API and in the dashboard. */
export const appSettings = {
  name: plainText(MAX_NAME)
    .refine((name) => name.trim() !== '', 'must not be blank')
    .refine((name) => !/\p{Cc}/u.test(name), 'must not contain control characters')
    .openapi({ minLength: 1, example: 'My App' }),
  hosts: z
    .array(
      z
        .string()
        .transform(normalizeHost)
        .refine(isHost, 'must be a host such as go.example.com, without https:// and without a path')
    )
    .max(MAX_HOSTS)
    .transform((hosts) => [...new Set(hosts)])
    .openapi({
      description: 'The hosts of the app’s short links; new links use the first one.',
      example: ['go.example.com'],
    }),
  iosAppId: z
    .string()
    .regex(
      /^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/,
      'must be the team id, a dot and the bundle id: TEAMID1234.com.example.app'
    )
    .nullable()
    .openapi({ example: 'TEAMID1234.com.example.app' }),
  appStoreId: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the number in the app’s address in the App Store')
    .nullable()
    .openapi({ example: '1234567890' }),
  appStoreProviderId: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the number that App Store Connect shows as provider id')
    .nullable()
    .openapi({
      description: 'Goes into links to the App Store as `pt`, so App Store Connect counts each link as a campaign.',
      example: '118000000',
    }),
  androidPackage: z
    .string()
    .regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/, 'must be a package such as com.example.app')
    .max(155)
    .nullable()
    .openapi({ example: 'com.example.app' }),
  androidSha256: z
    .array(
      z
        .string()
        .transform((text) => text.toUpperCase())
        .refine(
          (text) => /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(text),
          'must be the SHA-256 of the signing certificate: 32 pairs of hexadecimal digits, separated by colons'
        )
    )
    .max(MAX_CERTIFICATES)
    .transform((fingerprints) => [...new Set(fingerprints)]),
  androidCertificates: z.enum(['several', 'one']).openapi({
    description:
      'Whether the Android app has several certificates, as with Play App Signing, or only one. With `several`, doctor asks for a second one.',
    example: 'one',
  }),
  scheme: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]{1,62}$/, 'must be the app’s own scheme, without a colon')
    .refine(isAppScheme, 'must be a scheme that only this app uses')
    .nullable()
    .openapi({ description: 'Opens the installed app from the landing page.', example: 'myapp' }),
  attributionDays: z.int().min(1).max(MAX_ATTRIBUTION_DAYS).openapi({
    description:
      'How many days after a link was opened or matched the events of that install still count for it. A new value applies to later events.',
    example: DEFAULT_ATTRIBUTION_DAYS,
  }),
  timeZone: plainText(MAX_TIME_ZONE).refine(isTimeZone, 'must be an IANA time zone such as Europe/Vienna').openapi({
    description:
      'The time zone in which the days of reports begin and end. A new one counts from its first midnight on after the current day has ended. Earlier days stay as they are. An app that has counted nothing changes right away.',
    example: 'Europe/Vienna',
  }),
  mainCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters')
    .nullable()
    .openapi({
      description: 'The currency that reports show first and sort by. Others are listed beside it, never converted.',
      example: 'EUR',
    }),
  maxAmounts: z
    .record(
      z.string().regex(/^[A-Z]{3}$/),
      z
        .number({ error: 'must be a number' })
        .min(0, 'must not be negative')
        .max(MAX_OF_MAX_AMOUNTS, `must be at most ${MAX_OF_MAX_AMOUNTS}`),
      { error: ({ code }) => (code === 'invalid_key' ? 'must be a currency of three capital letters' : undefined) }
    )
    .refine((amounts) => Object.keys(amounts).length <= MAX_CURRENCIES, `may have at most ${MAX_CURRENCIES} currencies`)
    .openapi({
      description:
        'The largest amount from a phone that statistics count, by currency. An event with a larger amount is stored, but the amount is not counted. Currencies that are left out have defaults: 10,000 of a currency such as EUR. A new value applies to later events.',
      example: { EUR: 5_000 },
    }),
  deviceReport: z.enum(DEVICE_REPORTS).openapi({
    description:
      'When the landing page reports the browser’s screen, time zone and, on Android, model and version: as soon as it is open, with the tap on a store button, or never.',
    example: DEFAULT_DEVICE_REPORT,
  }),
  pathLinks: z.enum(['on', 'off']).openapi({
    description: 'Whether every path on the app’s hosts that isn’t a code is a link to that route in the app.',
    example: 'off',
  }),
  sharedTitles: z.enum(['on', 'off']).openapi({
    description:
      'Whether landing pages and previews show the titles of links that users share. Anybody with the app can write them, so by default the page shows the app’s own headline.',
    example: 'off',
  }),
  noLinks: z
    .array(
      z
        .string()
        .max(MAX_PATTERN_LENGTH)
        .regex(/^\/[\w\-.~!$&'()*+,;=:@%/?]*$/, 'must be a path such as /blog/*')
    )
    .max(MAX_NO_LINKS)
    .transform((patterns) => [...new Set(patterns)])
    .openapi({
      description: 'Paths that aren’t path links. `*` stands for any characters, `?` for one.',
      example: ['/blog/*'],
    }),
  revenueFrom: z.enum(['app', 'server']).openapi({
    description:
      'Who reports revenue. With `server`, amounts from phones are stored but not counted. A new value applies to later events.',
  }),
  quotas: z
    .strictObject(
      Object.fromEntries(QUOTAS.map((quota) => [quota, z.int().min(0).max(MAX_QUOTA).optional()])) as Record<
        Quota,
        z.ZodOptional<z.ZodInt>
      >
    )
    .openapi({
      description: `How much of each the app may have. What is left out has its default: ${QUOTAS.map((quota) => `${quota} ${DEFAULT_QUOTAS[quota]}`).join(', ')}. Creating more is a 409.`,
      example: { links: 2_000_000 },
    }),
  ...brandSettings,
};

type Settings = typeof appSettings;

/** What a new app has if it leaves a setting out. A setting without an entry here is required. */
export const appDefaults = {
  hosts: [] as string[],
  iosAppId: null,
  appStoreId: null,
  appStoreProviderId: null,
  androidPackage: null,
  androidSha256: [] as string[],
  androidCertificates: 'several' as 'several' | 'one',
  scheme: null,
  attributionDays: DEFAULT_ATTRIBUTION_DAYS,
  timeZone: 'UTC',
  mainCurrency: null as string | null,
  maxAmounts: {} as Record<string, number>,
  deviceReport: DEFAULT_DEVICE_REPORT,
  pathLinks: 'off' as 'on' | 'off',
  sharedTitles: 'off' as 'on' | 'off',
  noLinks: [] as string[],
  revenueFrom: 'app' as 'app' | 'server',
  quotas: {} as Quotas,
  icon: null,
  accent: null,
  background: null,
  texts: {} as OwnTexts,
  landing: 'page' as (typeof LANDINGS)[number],
  iosButton: 'copy' as IosButton,
};

type Defaults = typeof appDefaults;

const withDefaults = Object.fromEntries(
  Object.entries(appSettings).map(([name, schema]) => [
    name,
    name in appDefaults ? (schema as z.ZodType).default(appDefaults[name as keyof Defaults]) : schema,
  ])
) as { [Name in keyof Settings]: Name extends keyof Defaults ? z.ZodDefault<Settings[Name]> : Settings[Name] };

export const newAppSchema = z.strictObject({ id: appIdSchema, ...withDefaults }).openapi('NewApp');

export const appChangeSchema = z.strictObject(appSettings).partial().openapi('AppChange');

export const appSchema = z
  .object({
    id: z.string(),
    ...appSettings,
    icon: z.string().nullable().openapi({ description: 'The address of the icon, on every host of the app.' }),
    createdAt: z.iso.datetime(),
  })
  .openapi('App');

/** An app as the API shows it. */
export type AppWire = z.output<typeof appSchema>;

export type NewAppWire = z.input<typeof newAppSchema>;

export type AppChangeWire = z.input<typeof appChangeSchema>;
