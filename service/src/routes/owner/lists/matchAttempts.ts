import { z } from '@hono/zod-openapi';
import { countMatchAttempts, listMatchAttempts } from '../../../storage/facts/matchAttempts.ts';
import type { Door } from '../../doors/createDoor.ts';
import type { ServiceParts } from '../../ServiceParts.ts';
import { answerInvalidField, daysQuerySchema, readDays } from '../../wire/daysQuery.ts';
import { endpoint, json } from '../../wire/endpoint.ts';
import { MAX_INSTALL_ID_LENGTH } from '../../wire/installId.ts';
import { problemResponses } from '../../wire/problems.ts';
import { listQuerySchema, millisecondsSchema, nextCursorSchema, plainText, writeCursor } from '../../wire/schemas.ts';

/** `matched`, or why nothing matched. */
const outcomeSchema = z.enum(['matched', 'no_match', 'ambiguous_match', 'low_confidence']);

const matchedBySchema = z.enum(['clickId', 'clipboard', 'fingerprint']);

const placeSchema = z.tuple([millisecondsSchema, z.uuid()]);

const querySchema = daysQuerySchema.extend(listQuerySchema(placeSchema).shape).extend({
  outcome: outcomeSchema.optional(),
  install: plainText(MAX_INSTALL_ID_LENGTH)
    .min(1)
    .optional()
    .openapi({ description: 'Only the attempts of this install.' }),
});

const attemptListSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    timezone: z.string(),
    counts: z
      .array(z.object({ outcome: outcomeSchema, count: z.int() }))
      .openapi({ description: 'Counts all attempts in these days, regardless of other filters.' }),
    matches: z
      .array(z.object({ matchedBy: matchedBySchema, count: z.int() }))
      .openapi({ description: 'The same for those that matched, by what they were matched.' }),
    attempts: z.array(
      z.object({
        id: z.string(),
        attemptedAt: z.iso.datetime(),
        outcome: outcomeSchema,
        installId: z.string().nullable(),
        platform: z.enum(['ios', 'android']).nullable(),
        matchedBy: matchedBySchema.nullable(),
        confidence: z.number().nullable().openapi({
          description:
            'The confidence in the likeliest link by fingerprint, matched or not; null if no link was considered.',
        }),
        delayMs: z.number().nullable().openapi({ description: 'The time from the click to the match.' }),
        link: z.string().nullable().openapi({ description: 'The code of the link that the install was matched to.' }),
      })
    ),
    nextCursor: nextCursorSchema,
  })
  .openapi('MatchAttemptList');

export type MatchAttemptListWire = z.output<typeof attemptListSchema>;

const route = endpoint('get', '/api/match-attempts', {
  summary: 'List match attempts with their outcomes, newest first, and count the outcomes',
  request: { query: querySchema },
  responses: { 200: json('The attempts', attemptListSchema), ...problemResponses(400) },
});

export function serveMatchAttempts(door: Door, { queries, clock }: Pick<ServiceParts, 'queries' | 'clock'>): void {
  door.openapi(route, async (c) => {
    const { id: appId } = c.get('app');
    const { limit, cursor: place, outcome = null, install = null, ...daysWanted } = c.req.valid('query');
    const days = readDays({ timezone: c.get('app').timeZone, ...daysWanted }, clock());
    if (days.kind === 'invalid') return c.json(answerInvalidField(days.field, days.message), 400);
    const range = { appId, from: days.start, to: days.end };
    const after = place ? { at: new Date(place[0]), id: place[1] } : null;
    const attempts = await listMatchAttempts(queries, range, { outcome, installId: install, limit, after });
    const last = attempts.length === limit ? attempts.at(-1) : undefined;
    const counted = await countMatchAttempts(queries, range, outcomeSchema.options);
    const countOf = (isWanted: (ending: (typeof counted)[number]) => boolean) =>
      counted.filter(isWanted).reduce((sum, { count }) => sum + count, 0);
    return c.json(
      {
        from: days.from,
        to: days.to,
        timezone: days.timezone,
        counts: outcomeSchema.options.map((wanted) => ({
          outcome: wanted,
          count: countOf((ending) => ending.outcome === wanted),
        })),
        matches: matchedBySchema.options.map((wanted) => ({
          matchedBy: wanted,
          count: countOf((ending) => ending.matchedBy === wanted),
        })),
        attempts: attempts.map(({ attemptedAt, outcome: ending, ...attempt }) => ({
          attemptedAt: attemptedAt.toISOString(),
          outcome: outcomeSchema.parse(ending),
          ...attempt,
          // A match by click id sends no fingerprint, and only Android has install referrers.
          platform: attempt.platform ?? (attempt.matchedBy === 'clickId' ? ('android' as const) : null),
        })),
        nextCursor: last ? writeCursor([last.attemptedAt.getTime(), last.id]) : null,
      },
      200
    );
  });
}
