import { z } from '@hono/zod-openapi';
import type { FoundLink } from '../../storage/facts/installs.ts';
import { LINK_COLUMNS } from '../../storage/company/links.ts';
import { LANDINGS, type Link } from '../../storage/schema/tables.ts';
import { MAX_CAMPAIGN_LENGTH, type Campaign } from '../../values/campaign.ts';
import { isDestination, isWebLink, withQuery } from '../../values/isDestination.ts';
import { isLinkCode, MAX_CODE_LENGTH, shortUrl } from '../../values/shortUrl.ts';
import type { Scope } from '../../values/scopes.ts';
import { instantSchema, plainText } from './schemas.ts';

const MAX_DESTINATION_LENGTH = 2_048;
const MAX_TITLE_LENGTH = 140;
const MAX_DESCRIPTION_LENGTH = 300;
/** We found no limit in Google Play's documentation. */
const MAX_LISTING_LENGTH = 100;
const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;

/** The most that the library accepts. */
const MAX_DATA_BYTES = 8 * 1024;

/** Hermes, the engine of phones, reads JSON of a few hundred levels. */
export const DEEPEST_DATA = 64;

/** Whether the data is at most `levels` deep. It looks no deeper, so it needs no more stack. */
export function isShallow(data: unknown, levels = DEEPEST_DATA): boolean {
  if (typeof data !== 'object' || data === null) return true;
  return levels > 0 && Object.values(data).every((value) => isShallow(value, levels - 1));
}

/** Empty for what can't be written: JSON.parse reads a hundred thousand nested brackets, and JSON.stringify doesn't. */
function textOf(data: unknown): string {
  try {
    return JSON.stringify(data);
  } catch {
    return '';
  }
}

const isSmall = (data: unknown) => new TextEncoder().encode(textOf(data)).length <= MAX_DATA_BYTES;

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** An app that merges such data into its own object would change that object's prototype. */
const isWithoutPrototype = (data: unknown) => !/[{,]"__proto__":/.test(textOf(data));

/** We don't use zod's record, which silently drops the key __proto__. */
export const dataSchema = z
  .custom<Record<string, unknown>>(isObject, 'must be a JSON object')
  .refine((data) => isShallow(data), 'is nested too deeply')
  .refine(isSmall, `may have at most ${MAX_DATA_BYTES} bytes`)
  .refine(isWithoutPrototype, 'must not have the key __proto__')
  .nullable()
  .openapi({
    type: 'object',
    description: 'Any JSON object; the app gets it with the link.',
    example: { invitedBy: 'ana' },
  });

/** A text that people read. A blank one counts as none, because the page would have an empty heading. */
function readableText(longest: number) {
  return plainText(longest)
    .nullable()
    .transform((text) => (text?.trim() ? text : null));
}

export const titleSchema = readableText(MAX_TITLE_LENGTH).openapi({ example: 'Autumn sale' });

export const descriptionSchema = readableText(MAX_DESCRIPTION_LENGTH);

/** If empty, the destination's parameter takes its place, so a link counts where its own address says. */
function campaignText(field: keyof Campaign, example: string) {
  return plainText(MAX_CAMPAIGN_LENGTH)
    .refine((text) => !/\p{Cc}/u.test(text), 'must not contain control characters')
    .nullable()
    .transform((text) => text?.trim() || null)
    .openapi({
      description: `The ${field} under which statistics count new clicks on the link; if empty, utm_${field} of the destination.`,
      example,
    });
}

export const nameSchema = plainText(MAX_TITLE_LENGTH).trim().min(1);

const tagsSchema = z
  .array(
    plainText(MAX_TAG_LENGTH)
      .trim()
      .min(1)
      .refine((tag) => !/[,;\p{Cc}]/u.test(tag), 'must not contain commas, semicolons or control characters')
  )
  .max(MAX_TAGS)
  .transform((tags) => [...new Set(tags)])
  .openapi({
    description: 'Tags to find links by, and to count them together. Statistics follow a change right away.',
    example: ['influencer', 'paid'],
  });

const webLink = plainText(MAX_DESTINATION_LENGTH).refine(isWebLink, 'must be a web link').nullable();

export const imageUrlSchema = webLink.openapi({
  description: 'Shown on the landing page and in previews of the link, best at 1200 × 630 pixels.',
});

const fallbacks = { ios: webLink, android: webLink, desktop: webLink };

export const codeSchema = z
  .string()
  .refine(
    isLinkCode,
    `must be 1 to 8 segments of letters, digits, - or _, ${MAX_CODE_LENGTH} characters in all, and must not begin with a word that the service reserves`
  );

/** Everything about a link that can be set. Most columns have the same names; linkToWire has the others. */
const fields = {
  destination: plainText(MAX_DESTINATION_LENGTH)
    .refine(isDestination, 'must be a web link, a link with an app’s scheme, or a path')
    .openapi({ example: 'https://shop.example/promo/AUTUMN10' }),
  name: nameSchema.nullable().openapi({
    description: 'What your team calls the link. Visitors never see it.',
    example: 'Ana, story of 3 December',
  }),
  title: titleSchema,
  description: descriptionSchema,
  imageUrl: imageUrlSchema,
  data: dataSchema,
  fallbacks: z.strictObject(fallbacks).partial().openapi({
    description: 'Where people without the app go instead of the store, and from a desktop instead of the page.',
  }),
  landing: z.enum(LANDINGS).nullable().openapi({
    description: 'What an Android phone gets: the landing page, or the store right away; null for the app’s setting.',
  }),
  iosListing: z
    .guid()
    .nullable()
    .openapi({ description: 'The `ppid` of a custom product page of the App Store, which people then see.' }),
  androidListing: plainText(MAX_LISTING_LENGTH)
    .regex(/^[\w.~-]+$/, 'must be letters, digits and -._~ only')
    .nullable()
    .openapi({ description: 'The `listing` of a custom store listing of Google Play.', example: 'autumn' }),
  campaign: campaignText('campaign', 'xmas26'),
  source: campaignText('source', 'instagram'),
  medium: campaignText('medium', 'influencer'),
  tags: tagsSchema,
  expiresAt: instantSchema.nullable(),
  afterwards: webLink.openapi({
    description: 'Where people go once the link has expired or is disabled, and for 30 days after it was deleted.',
    example: 'https://shop.example/sale',
  }),
  disabled: z.boolean(),
};

type PlainField = keyof typeof fields & keyof Link;

export const PLAIN_FIELDS = Object.keys(fields).filter((name): name is PlainField =>
  (LINK_COLUMNS as readonly string[]).includes(name)
);

/** The columns of a CSV file of links, besides code and short URL. It doesn't say whose links they are. */
export const FILE_COLUMNS = LINK_COLUMNS.filter(
  (name) => !['appId', 'code', 'createdBy', 'createdFrom'].includes(name)
);

/** Strict, because a link whose `expiresAt` is misspelt would never end. */
export const newLinkSchema = z
  .strictObject({
    code: codeSchema
      .optional()
      .openapi({ description: 'Chosen by the service if you leave it out.', example: 'autumn' }),
    ...z.object(fields).partial().shape,
    destination: fields.destination,
  })
  .openapi('NewLink');

export const linkChangeSchema = z.strictObject(fields).partial().openapi('LinkChange');

export const linkSchema = z
  .object({
    code: z.string(),
    shortUrl: z.url(),
    ...fields,
    fallbacks: z.object(fallbacks),
    createdBy: z.string().nullable().openapi({
      description:
        'The install that shared the link, empty if it sent no id or if the key may not see people; null for a link of the owner.',
    }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().nullable(),
  })
  .openapi('Link');

/** A link as the API shows it. */
export type LinkWire = z.output<typeof linkSchema>;

export type NewLinkWire = z.input<typeof newLinkSchema>;

export type LinkChangeWire = z.input<typeof linkChangeSchema>;

function dataOf({ data }: Pick<Link, 'data'>): Record<string, unknown> | undefined {
  return data === null ? undefined : (JSON.parse(data) as Record<string, unknown>);
}

/** What an app gets of the link that it asked for. */
export const foundLinkSchema = z
  .object({
    link: z.string().openapi({ example: 'https://shop.example/product/42?ref=mail' }),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .openapi({ description: 'The data that was attached to the link when it was created.' }),
  })
  .openapi('FoundLink');

export function foundLinkToWire(link: FoundLink, query: string | null): z.output<typeof foundLinkSchema> {
  return { link: withQuery(link.destination, query), data: dataOf(link) };
}

/** The fields that have the same name and value as their columns. */
function plainFields(link: Link): Pick<Link, PlainField> {
  return Object.fromEntries(PLAIN_FIELDS.map((name) => [name, link[name]])) as Pick<Link, PlainField>;
}

/** Who shared a link, and what they put into it, is only shown to those who may see people. */
export function linkToWire(link: Link, origin: string, scope: Scope | null = 'all'): LinkWire {
  return {
    code: link.code,
    shortUrl: shortUrl(origin, link.code),
    ...plainFields(link),
    data: scope === 'all' || link.createdBy === null ? (dataOf(link) ?? null) : null,
    fallbacks: { ios: link.iosFallback, android: link.androidFallback, desktop: link.desktopFallback },
    expiresAt: link.expiresAt?.toISOString() ?? null,
    disabled: link.disabledAt !== null,
    createdBy: scope === 'all' ? link.createdBy : link.createdBy && '',
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt?.toISOString() ?? null,
  };
}

type Change = z.output<typeof linkChangeSchema>;

/** The columns that a request changes. */
export function linkFromWire({ data, fallbacks, expiresAt, disabled, ...plain }: Change, now: Date): Partial<Link> {
  const change = {
    ...plain,
    data: data && JSON.stringify(data),
    iosFallback: fallbacks?.ios,
    androidFallback: fallbacks?.android,
    desktopFallback: fallbacks?.desktop,
    expiresAt: expiresAt && new Date(expiresAt),
    disabledAt: disabled === undefined ? undefined : disabled ? now : null,
  };
  // A field that is undefined counts as left out.
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
