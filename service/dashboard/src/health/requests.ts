import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { MatchAttemptListWire } from '../../../src/routes/owner/lists/matchAttempts.ts';
import { request } from '../api/request.ts';
import type { Days } from '../ui/useDays.ts';

export type AttemptList = MatchAttemptListWire;
export type Attempt = AttemptList['attempts'][number];
export type MatchedBy = NonNullable<Attempt['matchedBy']>;
export type Outcome = Attempt['outcome'];
export const OUTCOMES: readonly Outcome[] = ['matched', 'no_match', 'ambiguous_match', 'low_confidence'];

/** More would fill over five screens of a phone. */
const PAGE_ATTEMPTS = 10;

export interface AttemptFilter {
  outcome?: Outcome | undefined;
  install?: string | undefined;
}

export const attemptsQuery = (app: string, days: Days, { outcome, install }: AttemptFilter) =>
  infiniteQueryOptions({
    queryKey: ['attempts', app, days, outcome, install],
    queryFn: ({ pageParam, signal }) =>
      request<AttemptList>('/api/match-attempts', {
        app,
        query: { ...days, outcome, install, limit: PAGE_ATTEMPTS, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
