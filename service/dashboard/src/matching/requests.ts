import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import type { Days } from '../ui/useDays.ts';
import * as z from 'zod/mini';

const nullableText = z.nullable(z.string());

export const matchedBySchema = z.nullable(z.enum(['clickId', 'pastedLink', 'fingerprint']));
export type MatchedBy = NonNullable<z.output<typeof matchedBySchema>>;

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

const PAGE_ATTEMPTS = 30;

export interface AttemptFilter {
  outcome?: Outcome | undefined;
  install?: string | undefined;
}

export const attemptsQuery = (app: string, days: Days, { outcome, install }: AttemptFilter) =>
  infiniteQueryOptions({
    queryKey: ['attempts', app, days, outcome, install],
    queryFn: ({ pageParam, signal }) =>
      request(attemptListSchema, '/api/match-attempts', {
        app,
        query: { ...days, outcome, install, limit: PAGE_ATTEMPTS, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
