import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { isRefused } from '../api/Problem.ts';
import type { SessionWire } from '../../../src/routes/public/session.ts';
import { request } from '../api/request.ts';

export type Session = SessionWire;
export type Scope = Session['scopes'][number];

export const sessionKey = ['session'] as const;

const PATH = '/api/session';

/** Who is signed in; null if nobody is. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await request<Session>(PATH, { signal });
    } catch (error) {
      if (isRefused(error)) return null;
      throw error;
    }
  },
  // The query client asks again when a request is refused.
  staleTime: Infinity,
});

/** The tabs of a browser share one cookie. Each notifies the others when somebody signs in or out. */
const otherTabs = new BroadcastChannel('deferred-link-session');

/** The next person must not see what this one saw. */
function forgetPages(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}

function replaceSession(client: QueryClient, session: Session | null): void {
  forgetPages(client);
  client.setQueryData(sessionKey, session);
  otherTabs.postMessage(null);
}

/** Signs in and out together with the other tabs. */
export function followOtherTabs(client: QueryClient): void {
  const follow = async () => {
    await client.invalidateQueries({ queryKey: sessionKey });
    if (client.getQueryData(sessionKey) === null) forgetPages(client);
    else await client.invalidateQueries();
  };
  otherTabs.onmessage = () => void follow();
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => request<Session>(PATH, { method: 'POST', body: { key } }),
    onSuccess: (session) => replaceSession(client, session),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<undefined>(PATH, { method: 'DELETE' }),
    onSuccess: () => replaceSession(client, null),
  });
}
