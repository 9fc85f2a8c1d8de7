import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { appsKey } from '../apps/requests.ts';
import { isPassing, Problem } from '../api/Problem.ts';
import { followOtherTabs, sessionKey } from '../session/requests.ts';

const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 1_000;

/** A pause that doubles, unless the service says how long it should be. */
function pauseBefore(tries: number, error: Error): number {
  const told = error instanceof Problem ? error.retryAfterSeconds : null;
  return told === null ? FIRST_PAUSE_MS * 2 ** tries : told * 1_000;
}

export function createQueryClient(): QueryClient {
  // After a refusal, asks who is signed in: the session may have ended, or changed in another tab.
  const onError = (error: Error) => {
    if (!(error instanceof Problem) || (error.status !== 401 && error.status !== 403)) return;
    void client.invalidateQueries({ queryKey: sessionKey });
    if (error.status === 403) void client.invalidateQueries({ queryKey: appsKey });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Asking again would only add to too many requests.
        retry: (tries, error) =>
          isPassing(error) && !(error instanceof Problem && error.status === 429) && tries + 1 < MAX_TRIES,
        retryDelay: pauseBefore,
        // Offline, a request fails right away, and the page says so.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  followOtherTabs(client);
  return client;
}
