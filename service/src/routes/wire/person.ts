import { z } from '@hono/zod-openapi';
import type { InstallStory } from '../../storage/people.ts';
import { MATCHED_BY } from './matchedBy.ts';

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
        madeBy: z.string().nullable().openapi({ description: 'The install that shared the link from the app.' }),
      })
      .nullable()
      .openapi({ description: 'The link that led to the install; null if none was found.' }),
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

export function installToWire({ id, link, match, firstEvent, lastEvent }: InstallStory) {
  return {
    id,
    link: link && { ...link, data: link.data === null ? null : (JSON.parse(link.data) as Record<string, unknown>) },
    match: match && { by: MATCHED_BY[match.by], confidence: match.confidence, matchedAt: match.at },
    clickedAt: match?.clickedAt ?? null,
    firstEvent,
    lastEvent,
  };
}
