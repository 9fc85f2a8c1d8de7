import { z } from '@hono/zod-openapi';
import type { InstallStory } from '../../storage/facts/people.ts';
import { json } from './endpoint.ts';
import { plainText } from './schemas.ts';

const eventSchema = z.object({ name: z.string(), occurredAt: z.iso.datetime() }).nullable();

/** What the service knows of an install. */
export const installSchema = z
  .object({
    id: z.string(),
    link: z
      .object({
        code: z.string(),
        destination: z.string().nullable().openapi({ description: 'Null if the link was deleted.' }),
        data: z.record(z.string(), z.unknown()).nullable(),
        createdBy: z.string().nullable().openapi({ description: 'The install that shared the link from the app.' }),
      })
      .nullable()
      .openapi({ description: 'The link that led to the install; null if none was found.' }),
    campaign: z
      .string()
      .nullable()
      .openapi({ description: 'As the link had it when clicked; source and medium, too.' }),
    source: z.string().nullable(),
    medium: z.string().nullable(),
    query: z.string().nullable().openapi({
      description: 'The query of the click, such as what ad networks add to it; kept as long as the install.',
      example: 'gclid=EAIaIQobChMI&utm_campaign=xmas26',
    }),
    match: z
      .object({
        by: z.enum(['clickId', 'clipboard', 'fingerprint']),
        confidence: z.number(),
        matchedAt: z.iso.datetime(),
      })
      .nullable(),
    clickedAt: z.iso.datetime().nullable().openapi({ description: 'Null if the link was copied by hand.' }),
    firstEvent: eventSchema,
    lastEvent: eventSchema,
  })
  .openapi('Install');

export type InstallWire = z.output<typeof installSchema>;

export function installToWire({ link, match, ...story }: InstallStory): InstallWire {
  return {
    ...story,
    link: link && { ...link, data: link.data === null ? null : (JSON.parse(link.data) as Record<string, unknown>) },
    match: match && { by: match.by, confidence: match.confidence, matchedAt: match.at },
    clickedAt: match?.clickedAt ?? null,
  };
}

/** The id of an install or a user, in the path. */
export function idParams(longest: number) {
  return z.object({ id: plainText(longest).min(1) });
}

/** How many rows of each kind were deleted. */
const forgotten = { events: z.int(), opens: z.int(), clicks: z.int(), links: z.int() };

const forgottenInstallSchema = z.object(forgotten).openapi('ForgottenInstall');
const forgottenUserSchema = z.object({ installs: z.int(), ...forgotten }).openapi('ForgottenUser');

const unfinished = {
  left: z.int().openapi({ description: 'How many installs are left, and of a user also what belongs to no install.' }),
};

export type ForgottenWire = z.output<typeof forgottenInstallSchema> &
  Partial<z.output<typeof forgottenUserSchema>> & { left?: number };

const LATER = 'What was deleted so far; the service deletes the rest within seconds, and sooner if this is repeated';

/** The answers to a deletion, for a route's `responses`. */
export const forgottenInstall = {
  200: json('What was deleted; nothing about this install is left', forgottenInstallSchema),
  202: json(LATER, forgottenInstallSchema.extend(unfinished).openapi('UnfinishedInstall')),
};
export const forgottenUser = {
  200: json('What was deleted; nothing about this user is left', forgottenUserSchema),
  202: json(LATER, forgottenUserSchema.extend(unfinished).openapi('UnfinishedUser')),
};
