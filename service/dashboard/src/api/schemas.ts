import * as z from 'zod/mini';

// What the service answers, as far as this page reads it. What is new there is ignored here.

const nullableText = z.nullable(z.string());

export const sessionSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('admin'), expiresAt: z.string() }),
  z.object({ role: z.literal('owner'), app: z.object({ id: z.string(), name: z.string() }), expiresAt: z.string() }),
]);
export type Session = z.output<typeof sessionSchema>;

export const appSchema = z.object({
  id: z.string(),
  name: z.string(),
  hosts: z.array(z.string()),
  iosAppId: nullableText,
  appStoreId: nullableText,
  androidPackage: nullableText,
  androidSha256: z.array(z.string()),
  scheme: nullableText,
  attributionDays: z.number(),
  createdAt: z.string(),
});
export type App = z.output<typeof appSchema>;

export const appListSchema = z.object({ apps: z.array(appSchema) });

export const addedAppSchema = z.object({ app: appSchema, publishableKey: z.string(), secretKey: z.string() });
export type AddedApp = z.output<typeof addedAppSchema>;

const keySchema = z.object({
  id: z.string(),
  kind: z.enum(['publishable', 'secret']),
  hint: z.string(),
  createdAt: z.string(),
  revokedAt: nullableText,
});
export type Key = z.output<typeof keySchema>;

export const keyListSchema = z.object({ keys: z.array(keySchema) });

export const addedKeySchema = z.extend(keySchema, { secret: z.string() });
export type AddedKey = z.output<typeof addedKeySchema>;

const findingSchema = z.object({
  verdict: z.enum(['good', 'bad', 'unknown']),
  what: z.string(),
  advice: z.optional(z.string()),
});
export type Finding = z.output<typeof findingSchema>;

export const findingsSchema = z.object({ findings: z.array(findingSchema) });

export const linkSchema = z.object({
  code: z.string(),
  shortUrl: z.string(),
  destination: z.string(),
  title: nullableText,
  description: nullableText,
  imageUrl: nullableText,
  data: z.nullable(z.record(z.string(), z.unknown())),
  fallbacks: z.object({ ios: nullableText, android: nullableText, desktop: nullableText }),
  expiresAt: nullableText,
  disabled: z.boolean(),
  createdAt: z.string(),
});
export type Link = z.output<typeof linkSchema>;

export const linkListSchema = z.object({ links: z.array(linkSchema), nextCursor: nullableText });

const sumSchema = z.object({ currency: nullableText, sum: z.string() });
export type Sum = z.output<typeof sumSchema>;

const figuresSchema = z.object({
  clicks: z.number(),
  installs: z.number(),
  opens: z.number(),
  events: z.array(z.object({ name: z.string(), count: z.number(), sums: z.array(sumSchema) })),
  revenue: z.array(sumSchema),
});
export type Figures = z.output<typeof figuresSchema>;

const dayFiguresSchema = z.extend(figuresSchema, { day: z.string() });
export type DayFigures = z.output<typeof dayFiguresSchema>;

const linkFiguresSchema = z.extend(figuresSchema, {
  link: z.nullable(
    z.object({
      code: z.string(),
      shortUrl: z.string(),
      title: nullableText,
      destination: nullableText,
      disabled: z.boolean(),
    })
  ),
});
export type LinkFigures = z.output<typeof linkFiguresSchema>;

export const statisticsSchema = z.object({
  from: z.string(),
  to: z.string(),
  total: figuresSchema,
  organic: z.optional(figuresSchema),
  days: z.optional(z.array(dayFiguresSchema)),
  links: z.optional(z.array(linkFiguresSchema)),
});
export type Statistics = z.output<typeof statisticsSchema>;

const matchedBySchema = z.nullable(z.enum(['clickId', 'pastedLink', 'fingerprint']));
export type MatchedBy = NonNullable<z.output<typeof matchedBySchema>>;

const clickSchema = z.object({
  id: z.string(),
  device: nullableText,
  model: nullableText,
  systemVersion: nullableText,
  createdAt: z.string(),
  claimedAt: nullableText,
  claimedBy: matchedBySchema,
});
export type Click = z.output<typeof clickSchema>;

export const clickListSchema = z.object({ clicks: z.array(clickSchema), nextCursor: nullableText });

const outcomeSchema = z.enum(['matched', 'no_match', 'ambiguous_match', 'low_confidence']);
export type Outcome = z.output<typeof outcomeSchema>;
export const OUTCOMES: readonly Outcome[] = ['matched', 'no_match', 'ambiguous_match', 'low_confidence'];

const attemptSchema = z.object({
  id: z.number(),
  attemptedAt: z.string(),
  outcome: outcomeSchema,
  installId: nullableText,
  platform: nullableText,
  matchedBy: matchedBySchema,
  confidence: z.nullable(z.number()),
  delayMs: z.nullable(z.number()),
  link: nullableText,
});
export type Attempt = z.output<typeof attemptSchema>;

export const attemptListSchema = z.object({
  counts: z.array(z.object({ outcome: outcomeSchema, count: z.number() })),
  attempts: z.array(attemptSchema),
  nextCursor: nullableText,
});
export type AttemptList = z.output<typeof attemptListSchema>;

export const nothingSchema = z.undefined();
